/**
 * A message lies in front of whatever is open: to press its button is not to leave. For `onInteractOutside`, which is told
 * after the press, when the message is gone from the page: its own element still knows what it was.
 */
export function stayForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault()
}
