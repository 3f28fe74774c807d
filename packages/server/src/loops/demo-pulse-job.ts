/** Once a minute: the demo's continuing loop is played up to now, through the same detector as customers' telemetry. */
import type { Scope } from '@kept/domain/scope.ts'
import { type NorthwindThings, playNorthwindLiveLoop } from '@kept/scenarios/loops/northwind-loops.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { findBilledResources } from '@kept/store/loops/billed-resources.ts'
import { endUnseenLoops } from '@kept/store/loops/end-unseen.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { listChangesOfVisits } from '@kept/store/simulation/changed-resources.ts'
import { listIntake } from '@kept/store/telemetry/intake.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import type { DetectorRegistry } from './detector-registry.ts'
import { leaveNewestUnread } from './leave-newest-unread.ts'

const minuteMs = 60_000
/** Older telemetry counts as late and is evaluated separately. */
const mostBehindMs = 9 * minuteMs
const unseenMs = 15 * minuteMs
/** The bill names new functions once a day at most. */
const thingsKeptMs = 60 * minuteMs

interface DemoPulseNeeds extends Pick<Services, 'state' | 'now' | 'config'> {
  registry: Pick<DetectorRegistry, 'takeIn'>
}

/** Up to when this process has played each demo, and with which functions. */
interface Played {
  untilMs: number
  resources: NorthwindThings
  foundMs: number
}

export const demoPulseJob = defineJob({
  name: 'demo-pulse',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: (_input, needs: DemoPulse) => needs.beat(),
})

/**
 * The functions of the simulated cloud that run. One that a visitor has stopped sends no telemetry, so that its loop
 * ends; another one loops in its place, for as long as the visit lasts.
 */
async function withoutStopped(database: Database, scope: Scope, things: NorthwindThings): Promise<NorthwindThings> {
  const changes = (await listChangesOfVisits(database, scope)).flatMap((ofVisit) => [
    ...new Map(ofVisit.map(({ resourceId, state }) => [resourceId, state])),
  ])
  const stopped = new Set(changes.filter(([, { reserved }]) => reserved === 0).map(([resourceId]) => resourceId))
  const functions = things.functions.filter(({ id }) => !stopped.has(id))
  // With all of them stopped, one goes on: a visitor must not end the demo's loop for the others.
  return { ...things, functions: functions.length > 0 ? functions : things.functions.slice(0, 1) }
}

export class DemoPulse {
  readonly #needs: DemoPulseNeeds
  readonly #played = new Map<string, Played>()
  /** A new detector does not know the loop's earlier cost, so another function loops after a restart. */
  readonly #offset: number
  /** Turns begin with the first telemetry played: a demo that was just started shows one active loop, at any hour. */
  readonly #sinceMs: number
  #last: Promise<void> = Promise.resolve()

  constructor(needs: DemoPulseNeeds) {
    this.#needs = needs
    const nowMs = needs.now().getTime()
    this.#offset = Math.floor(nowMs / minuteMs)
    this.#sinceMs = nowMs - mostBehindMs
  }

  /** One at a time: the start plays too, and no minute is played twice. */
  beat(): Promise<void> {
    const beaten = this.#last.then(() => this.#playAll())
    this.#last = beaten.catch(() => undefined)
    return beaten
  }

  async #playAll(): Promise<void> {
    const { state, config } = this.#needs
    if (!config.demo) return
    for (const { id, demo } of await listOrganizations(state.database))
      if (demo) await this.#play({ organizationId: id })
  }

  async #play(scope: Scope): Promise<void> {
    const { state, now, registry } = this.#needs
    // The past is recorded first: telemetry of now would tell the seeding that it had been.
    if ((await listIntake(state.database, scope, new Date(0))).length === 0) return
    const toMs = now().getTime()
    // Loops from the first days or from before a restart, which no longer receive telemetry.
    await endUnseenLoops(state.database, scope, {
      before: new Date(toMs - unseenMs),
      now: now(),
      sources: ['live', 'file'],
    })
    const before = this.#played.get(scope.organizationId)
    const isKnown = before !== undefined && toMs - before.foundMs < thingsKeptMs
    const resources = isKnown ? before.resources : await findBilledResources(state, scope)
    if (resources.functions.length === 0) return
    const fromMs = Math.max(before?.untilMs ?? 0, toMs - mostBehindMs)
    this.#played.set(scope.organizationId, { untilMs: toMs, resources, foundMs: isKnown ? before.foundMs : toMs })
    const gathered = new GatheredTelemetry()
    const running = await withoutStopped(state.database, scope, resources)
    playNorthwindLiveLoop(gathered, { fromMs, toMs, sinceMs: this.#sinceMs, offset: this.#offset }, running)
    if (gathered.items > 0) await registry.takeIn(scope, 'traces', gathered, 'internal')
    await leaveNewestUnread({ state, now }, scope, 'loop')
  }
}
