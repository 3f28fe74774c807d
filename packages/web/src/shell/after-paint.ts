/** What opens from the bar is fetched once the page stands still: too heavy to wait for, too near to ask for late. */
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
