/** Whether a single key would be meant for something else than the page. */

const typed = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="listbox"]'
const before = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The search box of the bar is a button in the shape of a box. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typed) !== null && target.id !== 'search'
}

export function isCovered(): boolean {
  return document.querySelector(before) !== null
}
