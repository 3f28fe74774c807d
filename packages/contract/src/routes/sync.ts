import { anyCloudAccessSchema } from '@kept/domain/cloud-access.ts'
import { syncConnectionSchema, syncRunSchema } from '@kept/domain/sync/connection.ts'
import { syncDatasetSchema, syncStateSchema, syncUnitSchema } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Connections'
const ofConnection = z.object({ id: z.uuid() })
/** What a person uses to grant access, the most convenient first. */
const documentsSchema = z.array(z.object({ label: z.string(), file_name: z.string(), text: z.string() }))

/** What the cloud has to trust: the tokens of this issuer with this subject and audience. */
const federationSchema = z.object({
  /** Why it cannot be used, in one sentence with what to do; '' when it can. */
  unavailable_reason: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Sovereign clouds of Azure have audiences of their own; the script chooses. */
  audience: z.string(),
  documents: documentsSchema,
})

export const sync = {
  list: route({
    method: 'GET',
    path: '/v1/cloud-connections',
    summary: 'List cloud connections',
    description: 'Connections that Kept reads by itself, with their state, capabilities and last run.',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(syncConnectionSchema)),
  }),
  get: route({
    method: 'GET',
    path: '/v1/cloud-connections/{id}',
    summary: 'Get a cloud connection',
    tag,
    needs: 'costs:read',
    input: ofConnection,
    output: answer(
      syncConnectionSchema.extend({
        /** One of the demo's own clouds: it has no credentials. */
        is_simulated: z.boolean(),
      }),
    ),
  }),
  setup: route({
    method: 'GET',
    path: '/v1/cloud-connections/{id}/setup',
    summary: 'Get the setup of a cloud connection',
    description:
      'Policies, templates and scripts that grant read access, made from the permissions that Kept uses. For AWS with the external ID of the connection.',
    tag,
    needs: 'connections:write',
    input: ofConnection,
    output: answer(
      z.object({
        external_id: z.string(),
        policy: z.string(),
        cloudformation: z.string(),
        documents: documentsSchema,
        /** Null where the cloud trusts no issuer of OpenID Connect. */
        federation: federationSchema.nullable(),
        permissions: z.array(
          z.object({ dataset: z.string(), unlocks: z.string(), action: z.string(), reason: z.string() }),
        ),
      }),
    ),
  }),
  setAccess: route({
    method: 'PUT',
    path: '/v1/cloud-connections/{id}/access',
    summary: 'Set the credentials of a cloud connection',
    description:
      'Replaces the credentials, with the fields of the kind of connection. With the method `federation` nothing secret is stored. They are checked first; credentials that do not work change nothing.',
    tag,
    needs: 'connections:write',
    input: anyCloudAccessSchema.extend({ id: z.uuid() }),
    output: answer(syncConnectionSchema),
  }),
  check: route({
    method: 'POST',
    path: '/v1/cloud-connections/{id}/check',
    summary: 'Check a cloud connection',
    description: 'Sends one small request for each permission, and names the ones that are missing.',
    tag,
    needs: 'connections:write',
    idempotency: 'idempotent',
    input: ofConnection,
    output: answer(syncConnectionSchema),
  }),
  run: route({
    method: 'POST',
    path: '/v1/cloud-connections/{id}/run',
    summary: 'Sync a cloud connection now',
    description: 'Starts a run in the background. A run that is under way goes on.',
    tag,
    needs: 'connections:write',
    idempotency: 'idempotent',
    input: ofConnection,
    output: answer(z.object({ queued: z.boolean() })),
  }),
  pause: route({
    method: 'POST',
    path: '/v1/cloud-connections/{id}/pause',
    summary: 'Pause a cloud connection',
    description: 'A run that is under way ends after its current page. What was read stays.',
    tag,
    needs: 'connections:write',
    idempotency: 'idempotent',
    input: ofConnection,
    output: answer(syncConnectionSchema),
  }),
  resume: route({
    method: 'POST',
    path: '/v1/cloud-connections/{id}/resume',
    summary: 'Resume a cloud connection',
    tag,
    needs: 'connections:write',
    idempotency: 'idempotent',
    input: ofConnection,
    output: answer(syncConnectionSchema),
  }),
  setApiCostLimit: route({
    method: 'PUT',
    path: '/v1/cloud-connections/{id}/api-cost-limit',
    summary: 'Set what the API calls of a cloud connection may cost',
    description:
      'In US dollars for a calendar month, at list price. When it is reached, metrics wait until the next month; lists of resources are free and go on.',
    tag,
    needs: 'connections:write',
    input: ofConnection.extend({
      api_cost_limit: z.string().regex(/^\d{1,6}(?:\.\d{1,2})?$/, 'must be an amount in US dollars, such as 25'),
    }),
    output: answer(syncConnectionSchema),
  }),
  units: route({
    method: 'GET',
    path: '/v1/cloud-connections/{id}/units',
    summary: 'List the units of a cloud connection',
    description:
      'One for each account, region and dataset. Those of the dataset "exports" are months of a folder of exports or of cost reports.',
    tag,
    needs: 'costs:read',
    input: z.object({
      id: z.uuid(),
      state: syncStateSchema.optional(),
      dataset: syncDatasetSchema.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
      /** The ID of the last unit of the previous page. */
      cursor: z.uuid().optional(),
    }),
    output: z.object({ data: z.array(syncUnitSchema), meta: z.object({ next: z.uuid().nullable() }) }),
  }),
  runs: route({
    method: 'GET',
    path: '/v1/cloud-connections/{id}/runs',
    summary: 'List the runs of a cloud connection',
    tag,
    needs: 'costs:read',
    input: z.object({ id: z.uuid(), limit: z.coerce.number().int().min(1).max(200).default(24) }),
    output: answer(z.array(syncRunSchema)),
  }),
}
