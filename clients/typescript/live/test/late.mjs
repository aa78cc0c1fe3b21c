// A game that is shown late, as a spectator and as a seat see it: prints what both pages say, as JSON.

import { browser, linkOf, Person, plan } from "./harness.mjs";

const found = {};
for (const [name, token] of Object.entries(plan.tokens)) {
  const person = await Person.of(name);
  await person.open(await linkOf(token));
  await person.page.waitForSelector(".entry .no");
  found[name] = await person.page.evaluate(() => ({ late: document.querySelector(".late")?.textContent ?? "", entry: document.querySelector(".entry .no").textContent }));
  found[name].noise = person.noise;
}
await browser.close();
console.log(JSON.stringify(found));
