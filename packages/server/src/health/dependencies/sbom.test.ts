import { expect, it } from 'vitest'
import { compareVersions, findVulnerabilities, readAdvisories } from './advisories.ts'
import { readDependencies } from './read-dependencies.ts'
import { cycloneDx, spdx } from './write-sbom.ts'

const createdAt = new Date('2026-03-01T12:00:00Z')
const library = (name: string, version: string) => ({ name, version, license: 'MIT', sha512: 'ab', dev: false })

it('lists the installed libraries with license and hash, and not those of tests', () => {
  const dependencies = readDependencies()
  const named = (name: string) => dependencies.find((dependency) => dependency.name === name)
  expect(named('fastify')).toMatchObject({ license: 'MIT', dev: false })
  expect(named('fastify')?.sha512).toMatch(/^[0-9a-f]{128}$/)
  expect(named('vitest')?.dev).toBe(true)
  expect(dependencies.some(({ name }) => name.startsWith('@kept/'))).toBe(false)
})

it('writes CycloneDX and SPDX', () => {
  const dependencies = [library('@scope/a', '1.0.0'), library('b', '2.0.0')]
  const bom = JSON.parse(cycloneDx({ dependencies, version: '0.1.0', createdAt }))
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bom.components[0]).toMatchObject({
    ...{ group: '@scope', name: 'a', version: '1.0.0', purl: 'pkg:npm/%40scope/a@1.0.0' },
    licenses: [{ expression: 'MIT' }],
  })
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const document = JSON.parse(spdx({ dependencies, version: '0.1.0', createdAt }))
  expect(document).toMatchObject({ spdxVersion: 'SPDX-2.3', creationInfo: { created: '2026-03-01T12:00:00Z' } })
  expect(document.packages).toHaveLength(3)
  expect(document.relationships).toHaveLength(2)
})

it('orders versions as semver does', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.0.1',
    '1.10.0',
  ]
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered)
})

const advisory = (events: object[], more: object = {}) => ({
  id: 'GHSA-1',
  summary: 'Bad',
  affected: [{ package: { ecosystem: 'npm', name: 'b' }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
})
const read = (text: string) => readAdvisories([{ text, path: 'x' }])
const isVulnerable = (version: string, ...events: object[]) =>
  findVulnerabilities([library('b', version)], read(JSON.stringify(advisory(events)))).length > 0

it('matches the ranges of an advisory', () => {
  const range = [{ introduced: '1.0.0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }, { last_affected: '2.1.0' }]
  expect(
    ['0.9.0', '1.0.0', '1.1.9', '1.2.0', '1.9.0', '2.0.0', '2.1.0', '2.1.1'].map((v) => isVulnerable(v, ...range)),
  ).toEqual([false, true, true, false, false, true, true, false])
  expect(isVulnerable('0.0.1', { introduced: '0' })).toBe(true)
  expect(isVulnerable('1.0.0-rc.1', { introduced: '1.0.0' })).toBe(false)
})

it('reads one advisory, a list, an answer and lines, and refuses what it cannot read', () => {
  const single = advisory([{ introduced: '0' }])
  for (const text of [
    JSON.stringify(single),
    JSON.stringify([single]),
    JSON.stringify({ vulns: [single] }, null, 1),
    `${JSON.stringify(single)}\n${JSON.stringify({ ...single, withdrawn: '2026-01-01T00:00:00Z' })}\n`,
  ])
    expect(read(text)).toHaveLength(1)
  expect(read(`\uFEFF${JSON.stringify(single)}`)).toHaveLength(1)
  for (const text of ['x', '[{}]', '{"id": 1}']) expect(() => read(text)).toThrow(/^x is n/)
})

it('refuses what would compare with nothing', () => {
  for (const text of ['', '[]', '{"vulns": []}']) expect(() => read(text)).toThrow('x has no advisories.')
  const other = { id: 'PYSEC-1', affected: [{ package: { ecosystem: 'PyPI', name: 'b' } }] }
  expect(() => read(JSON.stringify(other))).toThrow('x has no advisory about a library of npm.')
  // Beside one about npm it is only not compared.
  expect(read(JSON.stringify([other, advisory([{ introduced: '0' }])]))).toHaveLength(2)
})

it('orders the ranges of GitHub, which name the type ECOSYSTEM, and names a library once', () => {
  const range = (type: string) => ({ type, events: [{ introduced: 'v1.0.0' }, { fixed: '1.2' }] })
  const affected = { package: { ecosystem: 'npm', name: 'b' }, versions: ['1.1.0'], ranges: [range('ECOSYSTEM')] }
  const find = (...versions: string[]) =>
    findVulnerabilities(
      versions.map((version) => library('b', version)),
      read(JSON.stringify({ id: 'GHSA-2', affected: [affected, { ...affected, ranges: [range('SEMVER')] }] })),
    ).map(({ dependency }) => dependency.version)
  expect(find('0.9.9', '1.0.0', '1.1.0', '1.1.9', '1.2.0')).toEqual(['1.0.0', '1.1.0', '1.1.9'])
})

it('refuses a range that has no place in the order of versions, where the library is installed', () => {
  expect(() => isVulnerable('1.0.0', { introduced: '0' }, { fixed: 'soon' })).toThrow(
    'GHSA-1 has a range with "soon", which is not a version of npm',
  )
  expect(() => isVulnerable('1.0.0', { fixed: '2.0.0' })).toThrow('GHSA-1 has a range without the version')
  const advisories = read(JSON.stringify(advisory([{ introduced: 'soon' }])))
  expect(findVulnerabilities([library('c', '1.0.0')], advisories)).toEqual([])
})
