// Starts the page's packed script.

import { inflated } from "./inflate.js";

const starter = document.createElement("script");
starter.type = "module";
starter.textContent = new TextDecoder().decode(
  await inflated(document.getElementById("script")?.textContent ?? ""));
document.head.append(starter);
