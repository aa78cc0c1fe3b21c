// What a seat does about an entry that it looks at: by mouse and by keys alone.

import { act, chanceOf } from "./driver.mjs";
import { assert, eventually, joinBegun, panel, plan, readLog, sendForm } from "./harness.mjs";

export const tests = {};

const isDone = (page) => page.waitForFunction(() => /is done/.test(document.querySelector(".sent")?.textContent ?? ""));
const eventsOf = async (name) => (await readLog(plan.begun[name].game)).flatMap(({ ruled = [], command, seq }) => ruled.map((each) => ({ ...each, command, seq })));
const stated = async (name) => (await eventsOf(name)).filter((each) => each.name === "FactStated").at(-1);

/** Goes on with the tabulator until something has the focus. */
async function tabTo(page, selector) {
  for (let times = 0; times < 400; times += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no key leads to ${selector}`);
}

/** Waits until an entry is shown, and what is offered fits the game as it stands. */
const shows = (page, seq) => page.waitForFunction((wanted) => document.querySelector(".entry .no")?.textContent.startsWith(`Entry ${wanted} `), {}, seq);

tests["a stated fact is disputed from its entry, with the mouse"] = async () => {
  const person = await joinBegun("disputed", "asked");
  const { page } = person;
  const { seq } = await stated("disputed");
  // from an earlier entry there is nothing to dispute
  await shows(page, seq);
  await page.waitForSelector('[data-entry-act="DisputeFact"]');
  await page.keyboard.press("ArrowLeft");
  await shows(page, Number(seq) - 1);
  await page.waitForFunction(() => document.querySelector('[data-entry-act="DisputeFact"]') === null);
  await page.keyboard.press("ArrowRight");
  await shows(page, seq);
  const button = await page.waitForSelector('[data-entry-act="DisputeFact"]');
  await button.click();
  // the form has the focus, so that the keys go on from there
  await page.waitForFunction(() => document.activeElement?.closest('form.command[data-command="DisputeFact"]') != null);
  await act(page, chanceOf(4), { clicks: 0, commands: {} });
  await isDone(page);
  const found = (await eventsOf("disputed")).filter(({ name }) => name === "FactDisputed");
  assert.equal(found.length, 1);
  const factOf = (row) => JSON.stringify(row.event).match(/"fact":"([^"]+)"/)?.[1];
  assert.equal(factOf(found[0]), factOf(await stated("disputed")));
  person.quiet();
  await person.close();
};

tests["a stated fact is confirmed, and the referee called about an earlier entry, by keys alone"] = async () => {
  const person = await joinBegun("confirmed", "asked");
  const { page } = person;
  const { seq } = await stated("confirmed");
  await shows(page, seq);
  await page.waitForSelector('[data-entry-act="ConfirmFact"]');
  await person.accessible("an entry with what one may do about it");
  // two entries back, and from there to the form
  await page.keyboard.press("ArrowLeft");
  await shows(page, Number(seq) - 1);
  await page.keyboard.press("ArrowLeft");
  await shows(page, Number(seq) - 2);
  await page.waitForSelector('[data-entry-act="CallReferee"]');
  await tabTo(page, '[data-entry-act="CallReferee"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest('form.command[data-command="CallReferee"]') != null);
  await page.waitForSelector('.question[data-path="CallReferee.question"] input');
  await tabTo(page, '.question[data-path="CallReferee.question"] input');
  await page.keyboard.type("was that ");
  // the form is drawn anew where it has more to ask, and what was typed stays
  await page.waitForSelector('form.command[data-command="CallReferee"] .forecast[data-open="1"]');
  await page.keyboard.type("so?");
  await page.keyboard.press("Tab");
  await page.waitForSelector("[data-said=allowed]");
  await tabTo(page, "[data-act=give]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-act=send]");
  await tabTo(page, "[data-act=send]");
  await page.keyboard.press("Enter");
  await isDone(page);
  const called = (await eventsOf("confirmed")).find(({ name }) => name === "RefereeCalled");
  const said = JSON.stringify(called.event);
  assert.match(said, /was that so\?/);
  assert.match(said, new RegExp(`"about":\\["?${Number(seq) - 2}"?\\]`), "the call names the entry that was looked at");
  // and the fact itself, from the entry that states it: the call was one more
  await page.waitForSelector('section.play[data-busy="false"]');
  await eventually(() => page.$eval(".entry .no", (node) => node.textContent), (text) => text.startsWith(`Entry ${called.seq} `));
  for (let at = Number(called.seq); at > Number(seq); at -= 1) {
    await page.keyboard.press("ArrowLeft");
    await shows(page, at - 1);
  }
  await page.waitForSelector('[data-entry-act="ConfirmFact"]');
  await tabTo(page, '[data-entry-act="ConfirmFact"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector('form.command[data-command="ConfirmFact"]');
  assert.deepEqual((await panel(page)).command, "ConfirmFact");
  await sendForm(person);
  await isDone(page);
  assert.equal((await eventsOf("confirmed")).filter(({ name }) => name === "FactConfirmed").length, 1);
  person.quiet();
  await person.close();
};
