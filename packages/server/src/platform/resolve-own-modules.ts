/**
 * Shortens the way to our own modules. Node asks the file system several times for each import: whether the file is
 * there, where its links lead, and what the package.json above it says. A start does that for 2,500 files of which the
 * answers are known: an import with a path is that file, and `@kept/<package>/<path>` is `packages/<package>/src/<path>`.
 */
import { registerHooks } from 'node:module'

const packages = new URL('../../../', import.meta.url).href
const scope = '@kept/'

/** For imports from now on. Everything that is not ours is resolved by Node. */
export function resolveOwnModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const url = ownModule(specifier, context.parentURL)
      return url === undefined ? next(specifier, context) : { url, format: 'module-typescript', shortCircuit: true }
    },
  })
}

/** The URL of one of our TypeScript files that another one of them imports; undefined for anything else. */
export function ownModule(specifier: string, parent: string | undefined): string | undefined {
  if (!parent?.startsWith(packages) || !specifier.endsWith('.ts')) return undefined
  if (specifier.startsWith('.')) return new URL(specifier, parent).href
  if (!specifier.startsWith(scope)) return undefined
  const slash = specifier.indexOf('/', scope.length)
  return `${packages}${specifier.slice(scope.length, slash)}/src${specifier.slice(slash)}`
}
