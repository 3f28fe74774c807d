interface Addressed {
  method: string
  /** "/v1/imports/{id}" */
  path: string
}

/** Finds the route of a request by its method and its path; undefined where there is none. */
export function matchRoutes<Route extends Addressed>(
  routes: readonly Route[],
): (method: string, url: string) => Route | undefined {
  const fixed = new Map<string, Route>()
  const templates: { route: Route; pattern: RegExp }[] = []
  for (const route of routes) {
    if (!route.path.includes('{')) fixed.set(`${route.method} ${route.path}`, route)
    else templates.push({ route, pattern: toPattern(route.path) })
  }
  return (method, url) => {
    const path = (url.split('?', 1)[0] ?? '').replace(/\/+$/, '')
    const exact = fixed.get(`${method} ${path}`)
    return exact ?? templates.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route
  }
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}
