/** The type of the resource that an event is about: the first part of its action. */
export const resourceTypeOf = (action: string): string => action.split('.')[0] ?? ''
