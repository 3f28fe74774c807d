/** The list of dependencies in the two standard formats: CycloneDX 1.6 and SPDX 2.3, both JSON. */
import { hash } from 'node:crypto'
import { type Dependency, packageUrl } from './read-dependencies.ts'

interface SbomParts {
  dependencies: readonly Dependency[]
  /** Of Kept. */
  version: string
  createdAt: Date
}

/** A license that both formats accept: one of their identifiers or an expression of them. */
const licensePattern = /^[A-Za-z0-9.+() -]+$/

export function cycloneDx({ dependencies, version, createdAt }: SbomParts): string {
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(dependencies, version)}`,
    version: 1,
    metadata: {
      timestamp: createdAt.toISOString(),
      tools: { components: [{ type: 'application', name: 'kept', version }] },
      component: { type: 'application', 'bom-ref': 'kept', name: 'kept', version },
    },
    components: dependencies.map((dependency) => ({
      type: 'library',
      'bom-ref': packageUrl(dependency),
      ...nameParts(dependency.name),
      version: dependency.version,
      scope: dependency.dev ? 'excluded' : 'required',
      ...(dependency.sha512 && { hashes: [{ alg: 'SHA-512', content: dependency.sha512 }] }),
      ...(licensePattern.test(dependency.license) && { licenses: [{ expression: dependency.license }] }),
      purl: packageUrl(dependency),
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function nameParts(name: string) {
  const [scope, local] = name.split('/')
  return local === undefined ? { name } : { group: scope, name: local }
}

export function spdx({ dependencies, version, createdAt }: SbomParts): string {
  const packages = [
    { SPDXID: 'SPDXRef-kept', name: 'kept', versionInfo: version, license: 'Apache-2.0', sha512: '', purl: '' },
    ...dependencies.map((dependency, index) => ({
      ...{ SPDXID: `SPDXRef-${index + 1}`, name: dependency.name, versionInfo: dependency.version },
      ...{ license: dependency.license, sha512: dependency.sha512, purl: packageUrl(dependency) },
    })),
  ]
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `kept-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/kept-${version}-${uuidOf(dependencies, version)}`,
    creationInfo: { created: `${createdAt.toISOString().slice(0, 19)}Z`, creators: [`Tool: kept-${version}`] },
    documentDescribes: ['SPDXRef-kept'],
    packages: packages.map(({ license, sha512, purl, ...named }) => ({
      ...named,
      downloadLocation: 'NOASSERTION',
      filesAnalyzed: false,
      licenseConcluded: 'NOASSERTION',
      licenseDeclared: licensePattern.test(license) ? license : 'NOASSERTION',
      copyrightText: 'NOASSERTION',
      ...(sha512 && { checksums: [{ algorithm: 'SHA512', checksumValue: sha512 }] }),
      ...(purl && {
        externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
      }),
    })),
    relationships: packages.slice(1).map(({ SPDXID }) => ({
      ...{ spdxElementId: 'SPDXRef-kept', relatedSpdxElement: SPDXID, relationshipType: 'DEPENDS_ON' },
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The same list has the same id. */
function uuidOf(dependencies: readonly Dependency[], version: string): string {
  const digest = hash('sha256', `${version}\n${dependencies.map(packageUrl).join('\n')}`)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
