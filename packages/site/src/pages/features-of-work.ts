/** The feature pages about security, collaboration and automation. */
import type { FeaturePage } from './feature-page.ts'

export const featuresOfWork: readonly FeaturePage[] = [
  {
    path: '/features/security',
    name: 'Security',
    title: 'Security: your bills stay with you',
    description:
      'Self-hosted, read-only, no telemetry. Row-level security behind every query, passkeys and two-factor authentication, an append-only audit log, statements anyone can verify.',
    lead: 'Your bills never leave your infrastructure. Kept runs where you run it, reads only what it needs, and requires no external account.',
    picture: {
      name: 'savings',
      alt: 'Recommendations of the demo organization, as its members see them.',
      caption: 'The server decides what a member sees, for every route and every role.',
    },
    points: [
      {
        title: 'Read-only, one folder',
        description:
          'A policy with two statements for one folder of one bucket. Write access is optional, action by action.',
      },
      {
        title: 'Tenant isolation in two layers',
        description:
          'A query without a scope is not sent, and the database enforces row-level security. A test calls every route as every role.',
      },
      {
        title: 'Passkeys and two-factor authentication',
        description:
          'Breached and easily guessed passwords are rejected. Organizations can require two-factor authentication for their admins.',
      },
      {
        title: 'Sealed secrets',
        description:
          'AES-256-GCM, bound to organization, table, row and column. A ciphertext moved to another record cannot be decrypted.',
      },
      {
        title: 'A tamper-resistant audit log',
        description: 'Who did what, when, from where. Append-only, enforced by a database trigger.',
      },
      {
        title: 'No inline scripts',
        description: 'The content security policy of these pages allows files from this server only.',
      },
    ],
    howItWorks: {
      title: 'What leaves your machine',
      steps: [
        'Nothing, by default: no telemetry, no update check.',
        'Email, through the mail server you configure.',
        'Sign-in with a provider, if you turn it on.',
        'A request to a bucket, when you import a bill from one.',
        'The security handbook has the complete list, and who controls each connection.',
      ],
    },
    limits: [
      'No certification: see compliance for what exists and what does not.',
      'Keys are in a file or the environment. There is no KMS integration yet.',
    ],
    more: [
      { name: 'Security handbook', path: '/docs/security' },
      { name: 'Report a vulnerability', path: '/security' },
      { name: 'Compliance', path: '/compliance' },
    ],
  },
  {
    path: '/features/collaboration',
    name: 'Collaboration',
    title: 'Collaboration: the same numbers for everyone',
    description:
      'Roles, teams and owners, recommendations with a status, budgets that alert the right people, and exports at full precision for engineering and finance.',
    lead: 'Engineering knows why, finance knows how much, and their spreadsheets differ. Kept gives both the same numbers, one click from the reason.',
    picture: {
      name: 'behavior',
      alt: 'Developer behavior analysis of the demo organization: monthly waste, potential savings, efficiency by team.',
      caption: 'Teams, their environments, and what each could turn off, in the demo organization.',
    },
    points: [
      {
        title: 'Roles and permissions',
        description:
          'Organization admins, users and billing admins, with individual grants and denials. API keys never exceed the rights of their creator.',
      },
      {
        title: 'Recommendations have an owner and a due date',
        description:
          'Accept one with a date, or dismiss it with a reason and an end date. The history records each step.',
      },
      {
        title: 'Budgets that alert once',
        description:
          'Alerts on actual and forecast spend. Each threshold alerts once per period, and only the people responsible.',
      },
      {
        title: 'Team calendars',
        description: 'The time zone, working hours and public holidays of each team define what counts as after hours.',
      },
      {
        title: 'No ranking of people',
        description: 'Activity is stored under pseudonyms. No figure is about a person.',
      },
      {
        title: 'Exports',
        description: 'Reports and lists as CSV, Excel and PDF, and an OpenAPI description for integrations.',
      },
    ],
    howItWorks: {
      title: 'A Monday with Kept',
      steps: [
        'The dashboard shows spend and the difference from forecast in one sentence.',
        'Finance opens the difference: one incident, one service, price or volume.',
        'The owner reviews the recommendation and its evidence, and accepts it.',
        'The bill of the next days shows whether the change was made.',
        'The monthly statement shows the verified saving.',
      ],
    },
    limits: ['Tickets are created in Jira, GitHub and GitLab. For other trackers, use a signed webhook or the API.'],
    more: [
      { name: 'Developer behavior', path: '/docs/developer-behavior' },
      { name: 'The API', path: '/docs/api' },
    ],
  },
  {
    path: '/features/automation',
    name: 'Automation',
    title: 'Automation: tested schedules and reversible stops',
    description:
      'Schedules tested on your own history before they run, and runaway loops detected in minutes with a cause, a cost per hour and a reversible stop.',
    lead: 'Kept tests automation before it runs in production: each schedule on past weeks, and each loop rule on last week’s telemetry.',
    picture: {
      name: 'loops',
      alt: 'Infinite loop detection in the demo organization: loops by type, with severity, resource and duration.',
      caption: 'Loops in the demo organization. Without prices, the cost is shown as unknown.',
    },
    points: [
      {
        title: 'Schedules with a backtest',
        description:
          'What the schedule would have saved and how often people would have waited, in weeks not used to create it.',
      },
      {
        title: 'Ten types of loops',
        description:
          'Recursion, retries, circular calls, leaks, polling, query storms, flapping autoscalers, webhooks, batches that repeat their work, and your own patterns.',
      },
      {
        title: 'Evidence for each alarm',
        description: 'A loop needs volume and shape in two of three minutes. Anything less is marked as suspected.',
      },
      {
        title: 'Custom rules',
        description: 'Write expressions over your metrics, and test them on the last week before you save.',
      },
      {
        title: 'Safe remediation',
        description:
          'Critical resources are never changed automatically, you can allow specific resources to loop, and every action is recorded.',
      },
      {
        title: 'API for everything',
        description:
          'Scoped keys read and write bills, budgets and telemetry. Only people can manage users, keys and settings.',
      },
    ],
    howItWorks: {
      title: 'From telemetry to a stop',
      steps: [
        'Send traces, metrics and logs by OTLP, or upload files.',
        'Kept evaluates each minute 30 seconds after it ends.',
        'Volume and shape together are a loop. Volume with part of the shape is a suspected loop.',
        'Each likely cause has a confidence, calibrated on planted loops.',
        'You investigate, pause or stop it. After ten quiet minutes it is resolved.',
      ],
    },
    limits: [
      'One process evaluates an organization’s telemetry at a time.',
      'Without prices, the cost of a loop is unknown and shown as unknown.',
    ],
    more: [
      { name: 'Runaway loops', path: '/docs/loops' },
      { name: 'Detection accuracy', path: '/blog/benchmarks' },
    ],
  },
]
