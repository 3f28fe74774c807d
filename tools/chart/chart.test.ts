import { StatefulSet } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderChart } from './render-chart.ts'
import { chartFolder, contextOf } from './values-of.ts'

const kinds = { StatefulSet, Ingress, NetworkPolicy, PodDisruptionBudget, Service }

const everything = {
  publicUrl: 'https://kept.acme.example',
  existingSecret: 'kept-settings',
  imagePullSecrets: [{ name: 'registry' }],
  settings: { KEPT_SESSION_HOURS: '12' },
  database: { existingSecret: 'postgres', key: 'uri' },
  warehouse: { existingSecret: 'clickhouse', key: 'url', cluster: 'kept' },
  persistence: { storageClass: 'fast', backups: { enabled: true, storageClass: 'slow' } },
  ingress: { enabled: true, className: 'nginx', annotations: { 'a/b': 'c' }, tlsSecret: 'kept-tls' },
  networkPolicy: { ingressNamespaceLabels: { 'kubernetes.io/metadata.name': 'ingress' } },
  monitoring: { enabled: true, tokenSecret: 'kept-settings' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
}

function render(changes?: Parameters<typeof contextOf>[0]): Map<string, string> {
  return renderChart(chartFolder, contextOf(changes))
}

describe('the Helm chart', () => {
  test.each([
    ['its own values', {}],
    ['every value set', everything],
    ['nothing optional', { networkPolicy: { enabled: false }, trustProxy: '', settings: {} }],
  ])('renders what the schemas of Kubernetes accept, with %s', (_name, changes) => {
    for (const [file, text] of render(changes)) {
      if (!file.endsWith('.yaml')) continue
      const manifest = parse(text)
      // A custom resource of the Prometheus operator, whose schema is not part of Kubernetes.
      if (manifest.kind === 'ServiceMonitor') continue
      const Model = kinds[manifest.kind as keyof typeof kinds]
      expect(() => new Model(manifest).validate(), file).not.toThrow()
    }
  })

  test('leaves out what is turned off', () => {
    expect([...render().keys()]).toEqual([
      'NOTES.txt',
      'networkpolicy.yaml',
      'poddisruptionbudget.yaml',
      'service.yaml',
      'statefulset.yaml',
    ])
    expect([...render(everything).keys()]).toContain('monitoring.yaml')
    expect([...render(everything).keys()]).toContain('ingress.yaml')
  })

  test('reads the URLs of databases from secrets and gives each backup a place', () => {
    const [container] = parse(render(everything).get('statefulset.yaml') ?? '').spec.template.spec.containers
    expect(container.env).toContainEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: 'postgres', key: 'uri' } },
    })
    expect(container.env).toContainEqual({ name: 'CLICKHOUSE_CLUSTER', value: 'kept' })
    expect(container.env).toContainEqual({ name: 'KEPT_SESSION_HOURS', value: '12' })
    expect(container.env).toContainEqual({ name: 'KEPT_BACKUP_FOLDER', value: '/var/backups/kept' })
    expect(container.volumeMounts).toContainEqual({ name: 'backups', mountPath: '/var/backups/kept' })
  })

  test('gives several replicas one shared folder, besides a data folder each', () => {
    const { database, warehouse, existingSecret } = everything
    const several = { replicas: 3, database, warehouse, existingSecret, persistence: { sharedClaim: 'kept-shared' } }
    const { spec } = parse(render(several).get('statefulset.yaml') ?? '')
    expect(spec.replicas).toBe(3)
    expect(spec.template.spec.volumes).toContainEqual({
      name: 'shared',
      persistentVolumeClaim: { claimName: 'kept-shared' },
    })
    const [container] = spec.template.spec.containers
    expect(container.env).toContainEqual({ name: 'KEPT_SHARED_FOLDER', value: '/var/lib/kept-shared' })
    expect(container.volumeMounts).toContainEqual({ name: 'shared', mountPath: '/var/lib/kept-shared' })
    expect(spec.volumeClaimTemplates.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual([
      'data',
    ])
  })

  test('runs without root, without privileges, on a read-only file system', () => {
    const { spec } = parse(render().get('statefulset.yaml') ?? '').spec.template
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test.each([
    [
      'a setting that is not text',
      { settings: { KEPT_SESSION_HOURS: 12 } },
      '/settings/KEPT_SESSION_HOURS must be string',
    ],
    ['a value that does not exist', { replica: 3 }, ' must NOT have additional properties'],
    ['several replicas with databases inside of them', { replicas: 3 }, ' must match "then" schema'],
    [
      'a size without a unit of Kubernetes',
      { persistence: { size: '100 GB' } },
      '/persistence/size must match pattern',
    ],
    ['a path behind the public URL', { publicUrl: 'https://acme.example/kept' }, '/publicUrl must match pattern'],
  ])('refuses %s', (_name, changes, message) => {
    expect(() => contextOf(changes)).toThrow(message)
  })
})
