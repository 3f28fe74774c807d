/** Loads the menus of the top bar once the page is idle: too large for the first paint, needed soon after. */
export function fetchAfterPaint(loads: readonly (() => Promise<unknown>)[]): () => void {
  const fetchAll = () => {
    for (const load of loads) void load().catch(() => undefined)
  }
  // Safari knows no idle callback; a second is long after the first paint.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetchAll, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchAll, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
