import { type RefObject, useEffect, useRef } from 'react'

/** For the one thing of a list that an address names: it comes into sight and takes the keyboard, once. */
export function useCalledFor<Element extends HTMLElement>(called: boolean): RefObject<Element | null> {
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
