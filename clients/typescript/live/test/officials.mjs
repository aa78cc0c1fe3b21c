// Officials at their desk: they fill in the forms of an event and of its games, as referees and owners do.

import { assert, linkOf, Person, plan, WAIT } from "./harness.mjs";

export const [GIVE, SEND] = ["[data-act=give]", "[data-act=send]"];

const CALLED = /\/wargame\./;

/** A browser of one official. */
export class Official extends Person {
  static async of(name, { token = plan.tokens?.[name], ...options } = {}) {
    const person = Object.assign(new Official(), await Person.of(name, options), { calls: [] });
    person.page.on("request", (request) => { if (CALLED.test(request.url())) person.calls.push(request.url().split("/").at(-1)); });
    if (token !== undefined) await person.joinsAs(token);
    return person;
  }

  /** Follows a link of a token of the event to the desk. */
  async joinsAs(token) {
    await this.open(await linkOf(token, this.base));
    await this.page.waitForSelector("main.desk tr[data-game], main.desk section, .picks", WAIT);
  }

  /** Opens a part of the desk. */
  async desk(view = "tables", event = plan.event) {
    await this.open("about:blank");
    await this.open(`${this.base}/event/${event}#v=${view}`);
    await this.page.waitForSelector(`main.desk[data-view="${view}"]`, WAIT);
    await this.page.waitForSelector({ tables: "tr[data-game]", rulings: "section[aria-busy=false]", acts: "[data-act-form], .banner", tokens: "[data-token]" }[view], WAIT);
  }

  async game(game) {
    await this.open(`${this.base}/game/${game}`);
    await this.ready();
  }

  /** Waits until what may be done is there, for the entry that is last. */
  ready() {
    return this.page.waitForSelector('section.play[data-busy="false"]', WAIT);
  }

  text(selector) {
    return this.page.$eval(selector, (node) => node.textContent);
  }

  texts(selector) {
    return this.page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent));
  }

  until(test, ...args) {
    return this.page.waitForFunction(test, WAIT, ...args);
  }

  click(selector) {
    return this.page.waitForSelector(selector, WAIT).then(() => this.page.$eval(selector, (node) => node.click()));
  }

  /** Sets controls of a form, by what selects each. */
  async fill(form, fields) {
    for (const [selector, value] of Object.entries(fields)) {
      await this.page.waitForSelector(`${form} ${selector}`, WAIT);
      await this.page.$eval(`${form} ${selector}`, (node, given) => {
        node.focus();
        if (node.type === "checkbox" || node.type === "radio") return node.click();
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), "value").set.call(node, given);
        node.dispatchEvent(new Event("input", { bubbles: true }));
        node.dispatchEvent(new Event("change", { bubbles: true }));
        return undefined;
      }, value);
    }
  }

  /** Opens a form that is folded. */
  async unfold(form) {
    await this.page.waitForSelector(form, WAIT);
    await this.page.$eval(form, (node) => { node.open = true; });
  }

  /** Gives an act of the event by its form; gives what the form says then. */
  async giveForm(act, fields) {
    const form = `[data-act-form="${act}"]`;
    await this.unfold(form);
    await this.fill(form, Object.fromEntries(Object.entries(fields).map(([name, value]) => [`[name="${name}"]`, value])));
    await this.click(`${form} ${GIVE}`);
    await this.click(`${form} ${SEND}`);
    await this.until((selector, send) => document.querySelector(`${selector} .done`).textContent !== "" && document.querySelector(`${selector} ${send}`) === null || document.querySelector(`${selector} [role=alert]`) !== null, form, SEND);
    return this.text(`${form} .done`).then(async (done) => done || this.text(`${form} [role=alert]`));
  }

  /** Gives a command that has a form of its own. */
  async giveOwn(command, fields) {
    await this.page.bringToFront();
    const form = `[data-act-form="${command}"]`;
    await this.unfold(form);
    await this.fill(form, Object.fromEntries(Object.entries(fields).map(([name, value]) => [`[name="${name}"]`, value])));
    await this.click(`${form} [data-act=ask]`);
    await this.click(`${form} [data-act=send-own]`);
    return this.said();
  }

  /** Opens the form of a command in a game and answers its questions, by the ends of their paths. */
  async fillCommand(command, answers, within = "section.play") {
    await this.page.bringToFront();
    await this.click(`${within} .offer[data-command="${command}"]`);
    await this.page.waitForSelector(`form.command[data-command="${command}"]`, WAIT);
    for (const [path, value] of Object.entries(answers)) await this.answer(path, value);
  }

  /** Answers one question, whatever control it has; of several words by whichever the form writes. */
  async answer(path, value) {
    const row = path === "variant" ? "form.command label.question" : `form.command .question[data-path="${path}"]`;
    await this.page.waitForSelector(row, WAIT);
    await this.page.$eval(row, (node, texts) => {
      const set = (control, what) => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value").set.call(control, what);
        control.dispatchEvent(new Event("input", { bubbles: true }));
        control.dispatchEvent(new Event("change", { bubbles: true }));
      };
      const select = node.querySelector("select");
      const labels = [...node.querySelectorAll("label")].filter((label) => texts.includes(label.textContent.trim()));
      if (select !== null) return set(select, [...select.options].find((option) => texts.includes(option.textContent))?.value);
      if (labels.length > 0) return labels[0].querySelector("input").click();
      return set(node.querySelector("input"), texts[0]);
    }, [value].flat());
  }

  /** Waits until the open form may be sent, and looks at it once more before it is. */
  async sure() {
    await this.page.bringToFront();
    await this.until((give) => document.querySelector(give)?.disabled === false && document.querySelector('.forecast[data-said="allowed"]') !== null, GIVE);
    await this.click(GIVE);
    await this.page.waitForSelector(SEND, WAIT);
  }

  /** What the page says of the command that was sent. */
  async said() {
    await this.until(() => document.querySelector(".sent")?.textContent !== "" || document.querySelector("section.play .refusal") !== null);
    return this.page.evaluate(() => document.querySelector(".sent")?.textContent || document.querySelector("section.play .refusal")?.textContent);
  }

  /** Sends the open form once the service says that it is allowed; gives what is said then. */
  async sendCommand() {
    await this.sure();
    await this.click(SEND);
    return this.said();
  }

  async giveCommand(command, answers, within) {
    await this.fillCommand(command, answers, within);
    const said = await this.sendCommand();
    await this.ready();
    return said;
  }

  /** Nothing is wider than the window. */
  async fits(what) {
    const [wide, window] = await this.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert(wide <= window, `${what} is ${wide} wide in a window of ${window}`);
  }

  /** Ends; a browser notes refusals that the service gives, in words of its own, where a test provokes them. */
  async leaves(refused = /^$/) {
    await this.close();
    assert.deepEqual(this.noise.filter((line) => !refused.test(line)), [], this.name);
  }
}
