/** The page of cloud answers is current, and recorded answers hold nothing that it does not name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resourcesIn } from '@kept/connectors/azure/live/testing/recorded-resources.ts'
import { describe, expect, it } from 'vitest'
import { refusedByAws } from './cloud-answers/refused-aws.ts'
import { refusedByAzure } from './cloud-answers/refused-others.ts'
import { cloudAnswersGuide, makeCloudAnswersGuide, readOfAws, readOfAzure, remediesOfAws } from './cloud-answers.ts'

it('the page of cloud answers is current', () => {
  expect(readFileSync(cloudAnswersGuide, 'utf8'), 'Run: node tools/cloud-answers.ts').toBe(makeCloudAnswersGuide())
})

it('nothing is both read and refused', () => {
  const taken = { ...readOfAws(), ...remediesOfAws(), ...readOfAzure() }
  expect([...Object.keys(refusedByAws), ...Object.keys(refusedByAzure)].filter((name) => name in taken)).toEqual([])
})

const folder = new URL('../../shared/data/cloud-recordings/', import.meta.url)
const hasRecordings = existsSync(folder)
const skipped = hasRecordings ? '' : ' (skipped: ../shared/data/cloud-recordings is not here)'

/** Recordings are named after the host and the request; permissions have other names for some. */
function actionOf(recording: string): string {
  const action = recording
    .replace(/^api\./, '')
    .replace(/^monitoring\./, 'cloudwatch.')
    .replace(/^tagging\./, 'tag.')
    .replace('.', ':')
  const renamed: Record<string, string> = {
    's3:ListBuckets': 's3:ListAllMyBuckets',
    's3:GetBucketLifecycleConfiguration': 's3:GetLifecycleConfiguration',
  }
  return renamed[action] ?? action
}

describe.skipIf(!hasRecordings)(`recorded answers${skipped}`, () => {
  it('of AWS are each of an operation that is read, sent by a remedy, or refused by name', () => {
    const recorded = readdirSync(new URL('aws/', folder))
      .filter((name) => !name.startsWith('_'))
      .map(actionOf)
    expect(recorded.length).toBeGreaterThan(100)
    const named = { ...readOfAws(), ...remediesOfAws(), ...refusedByAws }
    expect(recorded.filter((action) => !(action in named))).toEqual([])
    expect(Object.keys(refusedByAws).filter((action) => !recorded.includes(action))).toEqual([])
    const count = (rows: object) => recorded.filter((action) => action in rows).length
    process.stderr.write(
      `recorded operations of AWS: ${recorded.length}, ${count(readOfAws())} read, ${count(remediesOfAws())} sent by remedies, ${count(refusedByAws)} refused by name\n`,
    )
  })

  it('of Azure hold no resource of a type that is not named', () => {
    const recorded = new Set<string>()
    for (const file of readdirSync(new URL('azure/', folder))) {
      const recording = JSON.parse(readFileSync(new URL(`azure/${encodeURIComponent(file)}`, folder), 'utf8'))
      for (const { type } of resourcesIn(recording)) recorded.add(String(type).toLowerCase())
    }
    const named = { ...readOfAzure(), ...refusedByAzure }
    expect([...recorded].filter((type) => !(type in named))).toEqual([])
    expect(recorded.size).toBeGreaterThan(40)
  })
})
