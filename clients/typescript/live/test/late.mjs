// A game that is shown late, as a spectator and as a seat see it: prints what both pages say, as JSON.

import { browser, bytesOf, call, linkOf, Person, plan, WAIT } from "./harness.mjs";

const found = {};
for (const [name, token] of Object.entries(plan.tokens)) {
  const person = await Person.of(name);
  await person.open(await linkOf(token));
  // as much of the game as the service shows to this token
  const { receipt } = await call("Games/Get", { game: bytesOf(plan.game) }, token);
  await person.page.waitForFunction((seq) => document.querySelector(".entry .no")?.textContent === `Entry ${seq} of ${seq}` && document.querySelector("[data-link=live]") !== null, WAIT, receipt.seq);
  found[name] = await person.page.evaluate(() => ({ late: document.querySelector(".late")?.textContent ?? "", entry: document.querySelector(".entry .no").textContent }));
  found[name].noise = person.noise;
}
await browser.close();
console.log(JSON.stringify(found));
