/** Slug of the demo organization, the default of the command line. */
export const demoSlug = 'demo'
