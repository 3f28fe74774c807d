/** How a list of resources is sorted and grouped. */

export const resourceSorts = ['cost', 'name', 'type', 'region', 'service', 'last_charged_on'] as const
export const resourceGroupKeys = ['provider', 'service', 'type', 'region', 'sub_account', 'owner', 'state'] as const
/** What a list can be counted by; a resource has many tags, each as `key:value`, so tags do not divide the list. */
export const resourceFacetKeys = [...resourceGroupKeys, 'tag'] as const
export type ResourceFacetKey = (typeof resourceFacetKeys)[number]
export type ResourceGroupKey = (typeof resourceGroupKeys)[number]
