/** The entries of the header and the footer. */

interface Entry {
  name: string
  path: string
  /** One line under the name, in the dropdown. */
  description?: string
}

export const featureEntries: readonly Entry[] = [
  { name: 'Multi-cloud', path: '/features/multi-cloud', description: 'Every bill in one ledger, matched to the cent' },
  {
    name: 'Cost optimization',
    path: '/features/cost-optimization',
    description: 'Recommendations with evidence, verified savings',
  },
  { name: 'Analytics', path: '/features/analytics', description: 'Exact costs and tested forecasts' },
  { name: 'Security', path: '/features/security', description: 'Your bills stay on your machine' },
  {
    name: 'Collaboration',
    path: '/features/collaboration',
    description: 'The same numbers for engineering and finance',
  },
  { name: 'Automation', path: '/features/automation', description: 'Tested schedules, reversible stops' },
]

export const headerEntries: readonly Entry[] = [
  { name: 'Home', path: '/' },
  { name: 'Features', path: '/features' },
  { name: 'Pricing', path: '/pricing' },
  { name: 'About', path: '/about' },
  { name: 'Resources', path: '/resources' },
  { name: 'Contact', path: '/contact' },
]

export const footerColumns: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Product',
    entries: [
      { name: 'Features', path: '/features' },
      { name: 'Pricing', path: '/pricing' },
      { name: 'Documentation', path: '/docs' },
      { name: 'Integrations', path: '/integrations' },
      { name: 'Changelog', path: '/changelog' },
    ],
  },
  {
    title: 'Company',
    entries: [
      { name: 'About', path: '/about' },
      { name: 'Careers', path: '/careers' },
      { name: 'Press', path: '/press' },
      { name: 'Partners', path: '/partners' },
      { name: 'Contact', path: '/contact' },
    ],
  },
  {
    title: 'Resources',
    entries: [
      { name: 'Blog', path: '/blog' },
      { name: 'Case studies', path: '/case-studies' },
      { name: 'Help', path: '/help' },
      { name: 'Community', path: '/community' },
      { name: 'Status', path: '/status' },
    ],
  },
  {
    title: 'Legal',
    entries: [
      { name: 'Privacy', path: '/privacy' },
      { name: 'Terms', path: '/terms' },
      { name: 'Security', path: '/security' },
      { name: 'Compliance', path: '/compliance' },
      { name: 'Cookies', path: '/cookies' },
    ],
  },
]
