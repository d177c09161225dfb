"""The colours and the chart styles that every report and picture shares."""

PALETTE = """\
:root {
  --page: #f7f6f3; --panel: #ffffff; --text: #1c1b19; --soft: #5c5850; --rule: #d9d5cc;
  --data: #0b63a5; --bad: #b42318; --good: #1a7f37; --chosen: #dcebf8;
  --wood: #e6c388; --wood-line: #7a5a2c; --wood-ink: #6b4d22; --best: #1f7a55;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #17181a; --panel: #202225; --text: #e7e5e0; --soft: #aaa69d; --rule: #3b3d42;
    --data: #6cb6ff; --bad: #ff8f85; --good: #5bd17a; --chosen: #1f3a55;
    --wood: #c59b5c; --wood-line: #4f3716; --wood-ink: #3b280e; --best: #63c79b;
  }
}
"""
CHARTS = """\
svg text { fill: var(--soft); font-size: 0.8rem; }
.zero { stroke: var(--soft); }
.grid { stroke: var(--rule); }
.reach, .joint { stroke: var(--data); stroke-width: 2; }
.value { fill: var(--data); }
"""
