/** Trails of CloudTrail, as each account and region lists them. docs.aws.amazon.com, DescribeTrails and GetTrailStatus. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { awsItem } from './item.ts'
import { detailed, detailsSchema, noneWhenMissing, readDetail } from './optional-read.ts'

const text = z.string()
const statusAction = 'cloudtrail:GetTrailStatus'

const trails = defineOperation({
  action: 'cloudtrail:DescribeTrails',
  reason: 'Lists trails, and whether they record every region.',
  also: [{ action: statusAction, reason: 'Reads whether a trail is logging or stopped.' }],
  schema: z.object({
    trailList: z
      .array(
        z.object({
          TrailARN: text,
          Name: text.nullish(),
          HomeRegion: text.nullish(),
          IsMultiRegionTrail: z.boolean().nullish(),
          IsOrganizationTrail: z.boolean().nullish(),
          LogFileValidationEnabled: z.boolean().nullish(),
          S3BucketName: text.nullish(),
          /** Added by `send`. */
          Details: detailsSchema,
        }),
      )
      .nullish(),
  }),
  async send(session, { region }) {
    const sdk = await session.load(() => import('@aws-sdk/client-cloudtrail'))
    const client = session.client('cloudtrail', region, (config) => new sdk.CloudTrailClient(config))
    // Also those of other regions and of the organization that record this account here.
    const listed = await session.call('cloudtrail:DescribeTrails', region, () =>
      client.send(new sdk.DescribeTrailsCommand({ includeShadowTrails: true })),
    )
    const trailList = []
    for (const trail of detailed(session, listed.trailList)) {
      // By its ARN, which finds a trail of another region or account as well.
      const status = () =>
        session.call(statusAction, region, () => client.send(new sdk.GetTrailStatusCommand({ Name: trail.TrailARN })))
      const Details = await readDetail(
        session,
        'logging',
        async () => (await noneWhenMissing(/TrailNotFound/, status))?.IsLogging,
      )
      trailList.push({ ...trail, Details })
    }
    return { trailList }
  },
  toItems: ({ trailList }, location) =>
    (trailList ?? [])
      .map((trail) =>
        awsItem(location, {
          ...identityOf(trail.TrailARN, location.accountId),
          type: 'Trail',
          service: 'AWS CloudTrail',
          name: trail.Name ?? '',
          state: trail.Details?.logging === false ? 'stopped' : 'active',
          // Every region lists it, and it is one resource.
          region: trail.HomeRegion || location.region,
          attributes: attributes({
            ...trail.Details,
            logging: trail.Details?.logging,
            multi_region: trail.IsMultiRegionTrail,
            organization: trail.IsOrganizationTrail,
            log_validation: trail.LogFileValidationEnabled,
            bucket: trail.S3BucketName,
          }),
        }),
      )
      // Regions are read side by side: in one order, no two wait for each other's rows.
      .sort((a, b) => (a.resource_id < b.resource_id ? -1 : 1)),
  nextToken: () => undefined,
})

/** A trail of the organization belongs to its management account: what a member lists is its copy there. */
function identityOf(trailArn: string, accountId: string) {
  const owner = trailArn.split(':')[4] ?? ''
  if (owner === '' || owner === accountId) return { resource_id: trailArn }
  return {
    resource_id: `${trailArn}/${accountId}`,
    relations: [{ kind: 'member_of' as const, resource_id: trailArn }],
  }
}

export const trailsPort = definePort({
  dataset: 'trails',
  unlocks: 'Trails that are stopped, record too little or can be changed',
  operations: [trails],
})
