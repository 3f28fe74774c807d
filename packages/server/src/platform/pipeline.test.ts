import { expect, it } from 'vitest'
import { type Change, checkStages, createPipeline, type Stage } from './pipeline.ts'

const scope = { organizationId: 'own' }

function open(stages: readonly Partial<Stage>[]) {
  const seen: string[] = []
  const pipeline = createPipeline({
    jobs: { send: async ({ name }) => void seen.push(`job ${name}`) },
    log: { warn: ((fields: { event: string }) => void seen.push(fields.event)) as never },
  })
  const complete = stages.map((stage, index): Stage => {
    const name = `stage ${index}`
    const run = async () => void seen.push(stage.name ?? name)
    return { name, after: ['loads'], reads: [], runs: 'with the change', run, ...stage }
  })
  return { pipeline, complete, seen, run: (change: Change) => pipeline.run(change, scope) }
}

const fails = async () => {
  throw new Error('broken')
}

it('runs the stages of a change in order, and the background ones in one job', async () => {
  const { pipeline, complete, seen, run } = open([
    { name: 'a' },
    { name: 'b', after: ['metrics'] },
    { name: 'c', runs: 'in the background' },
    { name: 'd' },
  ])
  pipeline.setStages(complete)
  await run('loads')
  expect(seen).toEqual(['a', 'd', 'job detect-anomalies'])
  await run('metrics')
  expect(seen.slice(3)).toEqual(['b'])
})

it('fails the change when a stage without a retry of its own fails', async () => {
  const { pipeline, complete, seen, run } = open([{ name: 'a', run: fails }, { name: 'b' }])
  pipeline.setStages(complete)
  await expect(run('loads')).rejects.toThrow('broken')
  expect(seen).toEqual([])
})

it('logs and queues a stage with a retry of its own, and goes on', async () => {
  const queued: string[] = []
  const queue = async ({ organizationId }: typeof scope) => void queued.push(organizationId)
  const { pipeline, complete, seen, run } = open([
    { name: 'a', run: fails, onFailure: { event: 'a.run_failed', queue } },
    { name: 'b' },
  ])
  pipeline.setStages(complete)
  await run('loads')
  expect(seen).toEqual(['a.run_failed', 'b'])
  expect(queued).toEqual(['own'])
})

it('runs the stages of changes that wait for another once', async () => {
  const begun = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const takesLong = () => {
    begun.resolve()
    return ending.promise
  }
  const { pipeline, complete, seen, run } = open([
    { name: 'a', run: takesLong },
    { name: 'b', after: ['loads', 'inventory', 'metrics'] },
    { name: 'c', after: ['metrics'] },
  ])
  pipeline.setStages(complete)
  const first = run('loads')
  await begun.promise
  const later = [run('inventory'), run('metrics'), run('inventory')]
  ending.resolve()
  await Promise.all([first, ...later])
  expect(seen).toEqual(['b', 'b', 'c'])
})

it('refuses to run before its stages are set', async () => {
  await expect(open([]).run('loads')).rejects.toThrow('before its stages')
})

it('rejects a stage that reads one which does not run before it', () => {
  const { complete } = open([{ name: 'a', reads: ['b'] }, { name: 'b' }])
  expect(() => checkStages(complete)).toThrow('The stage "a" reads "b"')
})
