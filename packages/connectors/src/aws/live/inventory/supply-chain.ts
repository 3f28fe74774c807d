/** Certificates and image repositories: one list each. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { awsItem, dateSchema } from './item.ts'
import { type Details, detailsSchema, readDetail } from './optional-read.ts'

const text = z.string()

const certificates = defineOperation({
  action: 'acm:ListCertificates',
  reason: 'Lists certificates with their end.',
  schema: z.object({
    CertificateSummaryList: z
      .array(
        z.object({
          CertificateArn: text,
          DomainName: text.nullish(),
          Status: text.nullish(),
          InUse: z.boolean().nullish(),
          NotAfter: dateSchema,
          CreatedAt: dateSchema,
        }),
      )
      .nullish(),
    NextToken: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-acm'))
    const client = session.client('acm', region, (config) => new sdk.ACMClient(config))
    // Without the list of key types, ACM leaves out all but two of them.
    const Includes = { keyTypes: Object.values(sdk.KeyAlgorithm) }
    return session.call('acm:ListCertificates', region, () =>
      client.send(new sdk.ListCertificatesCommand({ MaxItems: 100, NextToken: token, Includes })),
    )
  },
  toItems: ({ CertificateSummaryList }, location) =>
    (CertificateSummaryList ?? [])
      // Others were never issued, or are revoked.
      .filter(({ Status }) => Status === undefined || Status === null || /^(?:ISSUED|EXPIRED)$/.test(Status))
      .map((certificate) =>
        awsItem(location, {
          resource_id: certificate.CertificateArn,
          type: 'Certificate',
          service: 'AWS Certificate Manager',
          name: certificate.DomainName ?? '',
          state: (certificate.Status ?? '').toLowerCase(),
          created_at: certificate.CreatedAt,
          attributes: attributes({ expires_at: certificate.NotAfter, in_use: certificate.InUse }),
        }),
      ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const certificatesPort = definePort({
  dataset: 'certificates',
  unlocks: 'Certificates that end soon',
  operations: [certificates],
})

const scanningAction = 'ecr:GetRegistryScanningConfiguration'

const repositories = defineOperation({
  action: 'ecr:DescribeRepositories',
  reason: 'Lists image repositories.',
  also: [{ action: scanningAction, reason: 'Reads which repositories the registry scans.' }],
  schema: z.object({
    repositories: z
      .array(
        z.object({
          repositoryArn: text,
          repositoryName: text,
          createdAt: dateSchema,
          imageScanningConfiguration: z.object({ scanOnPush: z.boolean().nullish() }).nullish(),
        }),
      )
      .nullish(),
    nextToken: text.nullish(),
    /** Added by `send`: filters of the registry's rules that scan, or the permission that is missing. */
    Filters: z.array(text).optional(),
    Details: detailsSchema,
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-ecr'))
    const client = session.client('ecr', region, (config) => new sdk.ECRClient(config))
    const listed = await session.call('ecr:DescribeRepositories', region, () =>
      client.send(new sdk.DescribeRepositoriesCommand({ maxResults: 100, nextToken: token })),
    )
    const Filters: string[] = []
    const Details: Details = await readDetail(session, 'scan_on_push', async () => {
      const { scanningConfiguration } = await session.call(scanningAction, region, () =>
        client.send(new sdk.GetRegistryScanningConfigurationCommand({})),
      )
      for (const rule of scanningConfiguration?.rules ?? [])
        if (rule.scanFrequency !== 'MANUAL')
          Filters.push(...(rule.repositoryFilters ?? []).flatMap(({ filter }) => filter ?? []))
      return undefined
    })
    return { ...listed, Filters, Details }
  },
  toItems: ({ repositories: items, Filters = [], Details: denied }, location) =>
    (items ?? []).map((repository) => {
      const isScanned =
        repository.imageScanningConfiguration?.scanOnPush === true ||
        Filters.some((filter) => matches(filter, repository.repositoryName))
      return awsItem(location, {
        resource_id: repository.repositoryArn,
        type: 'Image repository',
        service: 'Amazon Elastic Container Registry',
        name: repository.repositoryName,
        state: 'active',
        created_at: repository.createdAt,
        // Without the rules of the registry, a repository that does not scan by itself may still be scanned.
        attributes: attributes({
          ...denied,
          scan_on_push: isScanned || Object.keys(denied ?? {}).length === 0 ? isScanned : undefined,
        }),
      })
    }),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

/** `*` stands for any text; ECR allows a few of them in a filter. A filter without one matches a part of the name. */
function matches(filter: string, name: string): boolean {
  if (!filter.includes('*')) return name.includes(filter)
  const [first = '', ...parts] = filter.split('*')
  if (!name.startsWith(first)) return false
  const last = parts.pop() ?? ''
  let from = first.length
  for (const part of parts) {
    const index = name.indexOf(part, from)
    if (index < 0) return false
    from = index + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}

export const repositoriesPort = definePort({
  dataset: 'repositories',
  unlocks: 'Image repositories that are not scanned',
  operations: [repositories],
})
