/**
 * The path under which Kept is served, such as "/kept": empty when it has a host of its own. The server writes it into
 * the page. Paths of the router, of the API and of notifications are without it.
 */
function basePath(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '')
}

/** The address of a path for the browser itself: a link, a form, a download. */
export function publicPath(path: string): string {
  return `${basePath()}${path}`
}

/** The complete address of a path of the server. */
export function serverUrl(path: string): URL {
  return new URL(publicPath(path), location.origin)
}

/** A path of the browser as the router knows it. */
export function withoutBase(path: string): string {
  const base = basePath()
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path
}
