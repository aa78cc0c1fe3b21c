/** Begins the app: who is here, and which page the address names. */
import { render } from "preact";
import "../page/page.css";
import "./live.css";
import "./desk/desk.css";
import { Start } from "./start.js";

const host = document.getElementById("page");
if (host !== null) {
  host.replaceChildren();
  render(<Start />, host);
  performance.mark("drawn");
}
