/** The tables of `database/baseline/resources.ts` as Kysely types. */
import type { RelationKind, Resource } from '@kept/domain/resource.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>
type Moment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface ResourcesSchema {
  resource: {
    organization_id: string
    provider: string
    resource_id: string
    in_bill: Generated<boolean>
    bill_name: Generated<string>
    bill_type: Generated<string>
    bill_billing_account_id: Generated<string>
    bill_sub_account_id: Generated<string>
    bill_sub_account_name: Generated<string>
    bill_service: Generated<string>
    bill_region: Generated<string>
    bill_tags: Json<Record<string, string>>
    currency: Generated<string>
    effective: Generated<string>
    costs: Json<Resource['costs']>
    first_charged_on: ColumnType<string | null, string | null | undefined, string | null>
    last_charged_on: ColumnType<string | null, string | null | undefined, string | null>
    bill_reading: Generated<string>
    in_inventory: Generated<boolean>
    inventory_name: Generated<string>
    inventory_type: Generated<string>
    inventory_billing_account_id: Generated<string>
    inventory_sub_account_id: Generated<string>
    inventory_sub_account_name: Generated<string>
    inventory_service: Generated<string>
    inventory_region: Generated<string>
    inventory_tags: Json<Record<string, string>>
    inventory_owner: Generated<string>
    size: Generated<string>
    state: Generated<string>
    state_since: Moment
    state_seen_since: Moment
    created_at: Moment
    attributes: Json<Record<string, string>>
    observed_at: Moment
    name: GeneratedAlways<string>
    type: GeneratedAlways<string>
    billing_account_id: GeneratedAlways<string>
    sub_account_id: GeneratedAlways<string>
    sub_account_name: GeneratedAlways<string>
    service: GeneratedAlways<string>
    region: GeneratedAlways<string>
    owner: GeneratedAlways<string>
    tags: GeneratedAlways<Record<string, string>>
    search: GeneratedAlways<string>
  }
  resource_search_text: {
    organization_id: string
    provider: string
    resource_id: string
    name: string
    text: string
  }
  resource_relation: {
    organization_id: string
    provider: string
    resource_id: string
    kind: RelationKind
    other_id: string
  }
}
