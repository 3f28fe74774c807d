import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref and the width of its element, measured before the first paint and on every resize. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const container = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!container.current) return
    setWidth(Math.round(container.current.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  return [container, width]
}
