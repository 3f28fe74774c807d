/** Certificates and image repositories. */
import { describe, expect, it } from 'vitest'
import { attributesOf, json, jsonDenied, readAnswers } from '../testing/answers.ts'

describe('certificates and repositories', () => {
  it('reads certificates of every type of key, without those that were never issued', async () => {
    const { items } = await readAnswers('certificates', {
      ListCertificates: ({ body }) => {
        expect(JSON.parse(body).Includes.keyTypes).toContain('EC_prime256v1')
        const certificate = (name: string, status: string) => ({
          ...{ CertificateArn: `arn:${name}`, DomainName: name, Status: status, NotAfter: 1_800_000_000 },
        })
        return json({
          CertificateSummaryList: [certificate('shop', 'ISSUED'), certificate('new', 'PENDING_VALIDATION')],
        })
      },
    })
    expect(attributesOf(items)).toEqual({ shop: { expires_at: '2027-01-15T08:00:00.000Z' } })
  })

  it('reads repositories with the rules of their registry, or says which permission is missing', async () => {
    const repository = (repositoryName: string, scanOnPush: boolean) => ({
      ...{ repositoryArn: `arn:${repositoryName}`, repositoryName, imageScanningConfiguration: { scanOnPush } },
    })
    const answers = {
      DescribeRepositories: json({
        repositories: [repository('own', true), repository('shop/web', false), repository('x', false)],
      }),
    }
    const rules = [{ scanFrequency: 'SCAN_ON_PUSH', repositoryFilters: [{ filter: 'shop/*', filterType: 'WILDCARD' }] }]
    const { items } = await readAnswers('repositories', {
      ...answers,
      GetRegistryScanningConfiguration: json({ scanningConfiguration: { rules } }),
    })
    expect(items.map(({ attributes }) => attributes.scan_on_push)).toEqual(['true', 'true', 'false'])
    const action = 'ecr:GetRegistryScanningConfiguration'
    const denied = await readAnswers('repositories', {
      ...answers,
      GetRegistryScanningConfiguration: jsonDenied(action),
    })
    expect(attributesOf(denied.items)).toMatchObject({
      own: { scan_on_push: 'true' },
      x: { 'denied:scan_on_push': action },
    })
    expect(denied.items[2]?.attributes.scan_on_push).toBeUndefined()
  })
})
