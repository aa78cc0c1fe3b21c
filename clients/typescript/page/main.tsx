/** Begins the page: reads its data, and draws. */
import { render } from "preact";
import { App } from "./app.js";
import { Checker } from "./checker.js";
import { readData, unpack } from "./data.js";
import { nameSeats, useLooks } from "./svg.js";
import "./page.css";

async function begin(): Promise<void> {
  const host = document.getElementById("page");
  if (host === null) return;
  const [data, replay] = await Promise.all([readData(), unpack("replay")]);
  nameSeats(data.names ?? []);
  if (data.look) useLooks(data.look);
  host.replaceChildren();
  document.title = data.title;
  render(data.checker ? <Checker title={data.title} /> : <App data={data} replay={replay} />, host);
  performance.mark("drawn");
}

void begin().catch((error: unknown) => {
  document.querySelector("#page p")?.append(` This page can not be read: ${String(error)}`);
});
