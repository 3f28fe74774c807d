/** A link or a control inside a row that is clickable as a whole: it keeps its own click. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null
}
