/**
 * Kept under a path of its public URL, such as https://example.com/kept. Routes are declared without it: a proxy may
 * pass it on or leave it out. What a browser follows itself gets it when it is sent.
 */

/** The path of a public URL, without a trailing slash; empty at a host of its own. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '')
}

/** The URL of a request as the routes know it. */
export function withoutBase(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** Markup whose links, scripts, pictures and forms are below the path. The page tells its scripts so. */
export function markupBelow(html: string, basePath: string): string {
  if (basePath === '') return html
  return html
    .replace('<html ', `<html data-base="${basePath}" `)
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(/\s(?:href|src|action|srcset)="\/[^"]*"/g, (attribute) => below(attribute, basePath)),
    )
}

/** An attribute with one path, or with several (`srcset`). */
function below(attribute: string, basePath: string): string {
  return attribute.replaceAll(/(="|, )\/(?!\/)/g, `$1${basePath}/`)
}
