/** How a list of resources is sorted and grouped. */

export const resourceSorts = ['cost', 'name', 'type', 'region', 'service', 'last_charged_on'] as const
export const resourceGroupKeys = ['provider', 'service', 'type', 'region', 'sub_account', 'owner', 'state'] as const
export type ResourceGroupKey = (typeof resourceGroupKeys)[number]
