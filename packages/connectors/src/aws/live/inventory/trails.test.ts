/** Trails as an account lists them: its own, and those of its organization. */
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import { describe, expect, it } from 'vitest'
import { attributesOf, json, jsonDenied, readAnswers } from '../testing/answers.ts'

const isLogging = { GetTrailStatus: json({ IsLogging: true }) }
const arn = (account: string, name: string) => `arn:aws:cloudtrail:us-east-1:${account}:trail/${name}`

describe('trails', () => {
  it('reads trails', async () => {
    const trail = (Name: string, isGood: boolean) => ({
      ...{ Name, TrailARN: `arn:${Name}`, IsMultiRegionTrail: isGood, LogFileValidationEnabled: isGood },
    })
    const { items } = await readAnswers('trails', {
      ...isLogging,
      DescribeTrails: json({ trailList: [trail('all', true), trail('part', false)] }),
    })
    expect(attributesOf(items)).toEqual({
      all: { multi_region: 'true', log_validation: 'true', logging: 'true' },
      part: { multi_region: 'false', log_validation: 'false', logging: 'true' },
    })
  })

  it('reads which are logging and which are stopped, by their ARNs', async () => {
    const { items } = await readAnswers('trails', {
      DescribeTrails: json({ trailList: ['on', 'off', 'gone'].map((Name) => ({ Name, TrailARN: `arn:${Name}` })) }),
      GetTrailStatus({ body }) {
        const { Name } = JSON.parse(body) as { Name: string }
        if (Name === 'arn:gone')
          return { status: 400, body: { __type: 'TrailNotFoundException', message: 'Unknown trail: gone' } }
        return json({ IsLogging: Name === 'arn:on' })
      },
    })
    expect(items.map(({ name, state, attributes }) => [name, state, attributes.logging])).toEqual([
      ['gone', 'active', undefined],
      ['off', 'stopped', 'false'],
      ['on', 'active', 'true'],
    ])
  })

  it('lists trails whose status it may not read, with the permission that is missing', async () => {
    const { items } = await readAnswers('trails', {
      DescribeTrails: json({ trailList: [{ Name: 'all', TrailARN: 'arn:all' }] }),
      GetTrailStatus: jsonDenied('cloudtrail:GetTrailStatus'),
    })
    expect(attributesOf(items)).toEqual({ all: { [deniedAttribute('logging')]: 'cloudtrail:GetTrailStatus' } })
  })

  it('asks also for trails of other regions and of the organization', async () => {
    const { items } = await readAnswers('trails', {
      ...isLogging,
      DescribeTrails({ body }) {
        expect(JSON.parse(body)).toEqual({ includeShadowTrails: true })
        return json({ trailList: [{ TrailARN: arn('111111111111', 'all'), HomeRegion: 'eu-west-1' }] })
      },
    })
    // The same in every region that lists it.
    expect(items).toMatchObject([{ resource_id: arn('111111111111', 'all'), region: 'eu-west-1', relations: [] }])
  })

  it('lists the trail of an organization in each of its accounts', async () => {
    const original = arn('999999999999', 'organization')
    const { items } = await readAnswers('trails', {
      ...isLogging,
      DescribeTrails: json({
        trailList: [
          { TrailARN: original, HomeRegion: 'us-east-1', IsOrganizationTrail: true, IsMultiRegionTrail: true },
        ],
      }),
    })
    expect(items).toMatchObject([
      {
        resource_id: `${original}/111111111111`,
        sub_account_id: '111111111111',
        attributes: { organization: 'true', multi_region: 'true', logging: 'true' },
        relations: [{ kind: 'member_of', resource_id: original }],
      },
    ])
  })
})
