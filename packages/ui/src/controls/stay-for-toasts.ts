/** A message lies in front of whatever is open: to press its button is not to leave. For `onInteractOutside`. */
export function stayForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) event.preventDefault()
}
