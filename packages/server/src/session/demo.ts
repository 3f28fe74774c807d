/** The demo organisation's slug: what the command line acts for when nothing else is said. */
export const demoSlug = 'demo'
