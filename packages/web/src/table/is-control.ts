/** Whether the target is a link or control, which handles its own click inside a clickable row. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null
}
