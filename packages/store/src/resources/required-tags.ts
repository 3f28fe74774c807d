/** Which resources lack the tags that a policy requires. Keys of tags are compared without case; empty values lack. */
import { commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { RequiredTags } from '@kept/domain/security-policy.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

interface TagCost {
  currency: string
  /** Of the last 30 days, of the resources that the policy is about. */
  effective: string
  /** Of those that lack a tag. */
  lacking: string
  /** `lacking` as a percentage of `effective`, with one decimal; null without a cost. */
  lacking_percent: string | null
}

interface RequiredTagsReport {
  resources: number
  lacking: number
  costs: TagCost[]
  tags: { tag: string; lacking: number }[]
  /** The most expensive that lack a tag. */
  top: {
    provider: string
    resource_id: string
    name: string
    type: string
    currency: string
    effective: string
    lacking: string[]
  }[]
}

const MAX_TOP = 20

export async function reportRequiredTags(tx: ScopedTransaction, settings: RequiredTags): Promise<RequiredTagsReport> {
  const considered = consider(tx, settings)
  const { rows: counts } = await sql<{ resources: number; lacking: number }>`
    SELECT count(*)::int AS resources, count(*) FILTER (WHERE cardinality(lacking) > 0)::int AS lacking
    FROM (${considered}) AS resource`.execute(tx)
  const { rows: costs } = await sql<TagCost>`
    SELECT currency, sum(effective)::text AS effective,
      coalesce(sum(effective) FILTER (WHERE cardinality(lacking) > 0), 0)::text AS lacking,
      round(100 * coalesce(sum(effective) FILTER (WHERE cardinality(lacking) > 0), 0)
        / nullif(sum(effective), 0), 1)::text AS lacking_percent
    FROM (${considered}) AS resource WHERE currency <> '' GROUP BY currency ORDER BY sum(effective) DESC`.execute(tx)
  const { rows: tags } = await sql<{ tag: string; lacking: number }>`
    SELECT required AS tag, count(resource_id)::int AS lacking FROM unnest(${settings.tags}::text[]) AS required
    LEFT JOIN (${considered}) AS resource ON required = ANY (lacking) GROUP BY required ORDER BY 2 DESC, 1`.execute(tx)
  const { rows: top } = await sql<RequiredTagsReport['top'][number]>`
    SELECT provider, resource_id, name, type, currency, effective::text AS effective, lacking
    FROM (${considered}) AS resource WHERE cardinality(lacking) > 0
    ORDER BY resource.effective DESC, provider, resource_id LIMIT ${MAX_TOP}`.execute(tx)
  return {
    ...(counts[0] ?? { resources: 0, lacking: 0 }),
    costs: costs.map((cost) => ({ ...cost, effective: decimal(cost.effective), lacking: decimal(cost.lacking) })),
    tags,
    top: top.map((resource) => ({ ...resource, effective: decimal(resource.effective) })),
  }
}

function consider(tx: ScopedTransaction, settings: RequiredTags) {
  const required = valuesOf(settings)
  return sql`SELECT provider, resource_id, name, type, currency, effective, ${tagsLacking(required)} AS lacking
    FROM resource WHERE organization_id = ${tx.scopedTo} AND ${isCovered(required)}`
}

/** The tags that a row of `resource` lacks by the enabled policy; none without one. */
export function lackingTags(tx: ScopedTransaction) {
  const required = enabledPolicy(tx)
  return sql<string[]>`CASE WHEN ${isCovered(required)} THEN ${tagsLacking(required)} ELSE '{}' END`
}

/** Each is an array of texts in SQL. */
type RequiredInSql = Record<keyof RequiredTags, RawBuilder<string[]>>

function valuesOf({ tags, resource_types, accounts }: RequiredTags): RequiredInSql {
  const values = (texts: readonly string[]) => sql<string[]>`${texts}::text[]`
  return { tags: values(tags), resource_types: values(resource_types), accounts: values(accounts) }
}

function enabledPolicy(tx: ScopedTransaction): RequiredInSql {
  const values = (setting: keyof RequiredTags) => sql<string[]>`
    ARRAY(SELECT jsonb_array_elements_text(settings -> ${sql.lit(setting)}) FROM security_policy
      WHERE organization_id = ${tx.scopedTo} AND kind = 'required_tags' AND enabled)`
  return { tags: values('tags'), resource_types: values('resource_types'), accounts: values('accounts') }
}

/** Clouds list commitments without their tags, so that a policy covers them only when it names them. */
function isCovered({ resource_types, accounts }: RequiredInSql) {
  return sql<boolean>`(cardinality(${resource_types}) = 0 AND resource.type <> ${commitmentItemType}
    OR resource.type = ANY (${resource_types}))
    AND (cardinality(${accounts}) = 0 OR resource.sub_account_id = ANY (${accounts}))`
}

function tagsLacking({ tags }: RequiredInSql) {
  return sql<string[]>`ARRAY(SELECT required FROM unnest(${tags}) AS required WHERE NOT EXISTS (
    SELECT FROM jsonb_each_text(resource.tags) AS tag WHERE lower(tag.key) = lower(required) AND tag.value <> ''))`
}
