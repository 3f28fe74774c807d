/** The libraries of this installation, for its operator: list, SBOM, and a check against advisories. */
import { KeptError } from '@kept/domain/errors.ts'
import type { OperatorContext } from '../../platform/context.ts'
import { operatorRoutes } from '../../platform/implement.ts'
import { keptVersion } from '../../platform/version.ts'
import { findVulnerabilities, readAdvisories } from './advisories.ts'
import { readDependencies } from './read-dependencies.ts'
import { cycloneDx, spdx } from './write-sbom.ts'

export const dependencies = {
  list: operatorRoutes.dependencies.list.handler(({ context }) => {
    refuseDemoVisitor(context)
    const libraries = installedLibraries().map(({ name, version, license }) => ({ name, version, license }))
    return { data: { version: keptVersion(), libraries } }
  }),
  sbom: operatorRoutes.dependencies.sbom.handler(({ context, input: { format } }) => {
    refuseDemoVisitor(context)
    const parts = { dependencies: installedLibraries(), version: keptVersion(), createdAt: context.services.now() }
    const file_name = `kept-${parts.version}.${format === 'spdx' ? 'spdx' : 'cdx'}.json`
    return { data: { file_name, content: format === 'spdx' ? spdx(parts) : cycloneDx(parts) } }
  }),
  check: operatorRoutes.dependencies.check.handler(({ context, input: { file_name, content } }) => {
    refuseDemoVisitor(context)
    const advisories = readAdvisories([{ text: content, path: file_name }])
    const libraries = installedLibraries()
    const vulnerabilities = findVulnerabilities(libraries, advisories).map(
      ({ dependency: { name, version }, advisory: { id, aliases, summary } }) => ({
        ...{ name, version, id, aliases, summary },
      }),
    )
    return { data: { libraries: libraries.length, advisories: advisories.length, vulnerabilities } }
  }),
}

/** What Kept runs with, without what only builds and tests it. */
function installedLibraries() {
  return readDependencies().filter(({ dev }) => !dev)
}

/** The demo's admin sees the screen of an operator, and nothing of the machine. */
function refuseDemoVisitor({ me, authenticatedBy }: OperatorContext): void {
  if (me.organization.demo && authenticatedBy !== 'operator')
    throw new KeptError('forbidden', 'The demo does not show what this installation runs with.')
}
