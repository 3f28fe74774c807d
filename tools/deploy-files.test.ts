/** What stands in deploy/ must agree with the code: settings, ports, paths, routes and metrics. */
import { existsSync, readFileSync } from 'node:fs'
import { health } from '@kept/contract/routes/health.ts'
import { settingDescriptions } from '@kept/server/platform/config.ts'
import { registry, startProcessMetrics } from '@kept/server/platform/metrics.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../package.json' with { type: 'json' }

const read = (file: string): string => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')

const containerfile = read('container/Containerfile')
const compose = parse(read('compose/compose.yaml'))
const unit = read('systemd/kept.service')
const chart = read('helm/kept/templates/statefulset.yaml')
const settings = new Set(settingDescriptions.map(({ name }) => name))
const port = '4480'

describe('settings in deploy', () => {
  test.each([
    ['the container image', containerfile],
    ['the compose file', JSON.stringify(compose.services.kept.environment)],
    ['the systemd unit', unit],
    ['the Helm chart', `${chart}\n${read('helm/kept/values.yaml')}`],
  ])('of %s exist', (_name, text) => {
    const named = new Set(text.match(/\bKEPT_[A-Z_]+\b/g))
    // A name for the compose file alone.
    named.delete('KEPT_DOMAIN')
    expect(named.size).toBeGreaterThan(0)
    expect([...named].filter((name) => !settings.has(name))).toEqual([])
  })
})

describe('the container image', () => {
  test('copies what the build reads, and starts a command that exists', () => {
    const ignored = readFileSync(new URL('../.dockerignore', import.meta.url), 'utf8')
    const copied = [...ignored.matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
    expect(copied.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'packages', 'tools', '.npmrc']))
    expect(containerfile).toContain('ENTRYPOINT ["node", "tools/bootstrap.mjs", "start"]')
    expect(existsSync(new URL('bootstrap.mjs', import.meta.url))).toBe(true)
  })

  test('runs as a user who is not root, on the same port and paths as the chart and the compose file', () => {
    expect(containerfile.split(/^FROM /m).at(-1)).toMatch(/^USER 10001:10001$/m)
    expect(chart).toContain('runAsUser: 10001')
    expect(containerfile).toContain(`EXPOSE ${port}`)
    expect(chart).toContain(`containerPort: ${port}`)
    expect(compose.services.proxy.command).toContain(`kept:${port}`)
    for (const text of [containerfile, chart, JSON.stringify(compose)]) expect(text).toContain('/var/lib/kept')
  })

  test('is checked by routes that exist', () => {
    expect([health.alive, health.ready].map((item) => item['~orpc'].route.path)).toEqual(['/health', '/ready'])
    expect(containerfile).toContain(`http://127.0.0.1:${port}/ready`)
    expect(chart.match(/path: \/(ready|health)$/gm)).toHaveLength(3)
  })

  test('carries the version of the package', () => {
    expect(compose.services.kept.image).toBe(`kept:${packageJson.version}`)
    expect(parse(read('helm/kept/Chart.yaml'))).toMatchObject({
      version: packageJson.version,
      appVersion: packageJson.version,
    })
  })
})

describe('monitoring', () => {
  startProcessMetrics()
  const listExported = async () => {
    const metrics = await registry.getMetricsAsJSON()
    return new Set(metrics.flatMap(({ name }) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]))
  }
  const namesIn = (expression: string) =>
    [...expression.matchAll(/\b(?:kept|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)

  test('alerts name metrics that Kept exports', async () => {
    const { groups } = parse(read('monitoring/prometheus-rules.yaml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
    }
    const names = new Set(groups.flatMap(({ rules }) => rules).flatMap(({ expr }) => namesIn(expr)))
    expect(names.size).toBeGreaterThan(5)
    const exported = await listExported()
    expect([...names].filter((name) => !exported.has(name))).toEqual([])
  })

  test('the Grafana dashboard names metrics that Kept exports, and lays its panels out without overlap', async () => {
    const { panels } = JSON.parse(read('monitoring/grafana-dashboard.json')) as {
      panels: { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }[]
    }
    const exported = await listExported()
    const names = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
    expect(names.filter((name) => !exported.has(name))).toEqual([])
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_cell, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})
