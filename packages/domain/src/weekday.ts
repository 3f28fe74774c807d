/** The days of the week. */

/** Monday first, as in ISO 8601; the position is the number a grid uses. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]
