import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to the item that the address links to, and focuses it, once. */
export function useFocusWhenLinked<Element extends HTMLElement>(called: boolean): RefObject<Element | null> {
  const elementRef = useRef<Element>(null)
  useEffect(() => {
    if (!called) return
    // A frame later: a screen that has just come gives the keyboard to its beginning first.
    const frame = requestAnimationFrame(() => {
      elementRef.current?.scrollIntoView({ block: 'center' })
      elementRef.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [called])
  return elementRef
}
