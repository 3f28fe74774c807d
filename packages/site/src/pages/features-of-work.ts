/** How people work with it: the other three. */
import type { FeaturePage } from './feature-page.ts'

export const featuresOfWork: readonly FeaturePage[] = [
  {
    path: '/features/security',
    name: 'Security',
    title: 'Security: your bills stay with you',
    description:
      'Self-hosted, read-only, no telemetry. Row-level security behind every query, passkeys and second factors, an append-only audit trail, statements anyone can verify.',
    lead: 'The safest copy of your bill is the one that never left. Kept runs where you run it, reads what it must, and asks nobody for permission to start.',
    picture: {
      name: 'savings',
      alt: 'Findings of the demo organisation, as a member of it sees them.',
      words: 'What a member sees is decided by the server, for every route and every role.',
    },
    points: [
      {
        title: 'Read-only, one folder',
        words: 'A policy of two statements on one folder of one bucket. Write access is optional, action by action.',
      },
      {
        title: 'Tenant isolation in two layers',
        words:
          'A statement without a scope is not sent, and row-level security stands behind it. A test walks every route as every role.',
      },
      {
        title: 'Passkeys and second factors',
        words:
          'Leaked and easily guessed passwords are refused; organizations may require two-factor authentication for their admins.',
      },
      {
        title: 'Secrets sealed',
        words: 'AES-256-GCM, bound to organisation, table, row and column: a ciphertext moved elsewhere does not open.',
      },
      {
        title: 'An audit trail that cannot be edited',
        words: 'Who did what, when, from where; append-only, held by a trigger in the database.',
      },
      {
        title: 'No inline script anywhere',
        words: 'The content-security policy of these pages allows files of this server and nothing else.',
      },
    ],
    how: {
      title: 'What leaves your machine',
      steps: [
        'Nothing, by default: no telemetry, no update check.',
        'Letters, through the mail server you name.',
        'Sign-in with a provider, if you turn it on.',
        'A request to a bucket, when you bring in a bill from one.',
        'The whole list, with whose choice each is, is in the security guide.',
      ],
    },
    limits: [
      'No certificate of an auditor: see compliance for what exists and what does not.',
      'Keys are in a file or the environment; a KMS is not built in yet.',
    ],
    more: [
      { name: 'Security on one page', path: '/docs/security' },
      { name: 'Report a vulnerability', path: '/security' },
      { name: 'Compliance', path: '/compliance' },
    ],
  },
  {
    path: '/features/collaboration',
    name: 'Collaboration',
    title: 'Collaboration: one figure for everybody',
    description:
      'Roles, teams and owners, findings with a life, budgets that tell whom it concerns, exports that keep every digit: engineering and finance on one figure.',
    lead: 'Engineering knows why, finance knows how much, and neither trusts the other’s spreadsheet. Kept gives both the same figure, with the reason one click below it.',
    picture: {
      name: 'behavior',
      alt: 'Developer behavior analysis of the demo organisation: monthly waste, potential savings, efficiency by team.',
      words: 'Teams, their environments, and what each could switch off, in the demo organisation.',
    },
    points: [
      {
        title: 'Roles that mean something',
        words:
          'Organization admins, users and billing admins; grants and denials beyond them; API keys that reach no further than their maker.',
      },
      {
        title: 'Findings have an owner and a day',
        words: 'Accept one until a date, dismiss it with a reason and an end. Each step is kept in its history.',
      },
      {
        title: 'Budgets that speak once',
        words: 'On what was spent and on what is forecast. A threshold is told once in a period, to whom it concerns.',
      },
      {
        title: 'Teams in their own time',
        words: 'Zones, working hours and public holidays of each team decide what counts as after hours.',
      },
      {
        title: 'Nobody is ranked',
        words: 'Activity is read under pseudonyms. No figure is about a person.',
      },
      {
        title: 'Take it with you',
        words: 'CSV and JSON for every list, Excel and PDF for lists of people, an OpenAPI description for programs.',
      },
    ],
    how: {
      title: 'A Monday with Kept',
      steps: [
        'The sentence on the dashboard says what was spent and how far from forecast.',
        'Finance opens the difference: one incident, one service, price or volume.',
        'The owner sees the finding beside its evidence and accepts it.',
        'The bill of the next days shows whether it was done.',
        'The statement of the month says what it was worth.',
      ],
    },
    limits: ['Jira issues are created from alert rules; for other trackers, use a signed webhook or the API.'],
    more: [
      { name: 'Developer behaviour', path: '/docs/developer-behaviour' },
      { name: 'The API', path: '/docs/api' },
    ],
  },
  {
    path: '/features/automation',
    name: 'Automation',
    title: 'Automation: schedules and stops you can trust',
    description:
      'Schedules that were tried on your own past before they run, and runaway loops found in minutes with a cause, a cost an hour and a reversible stop.',
    lead: 'Automation is believed when it has been wrong in rehearsal, not in production. Kept rehearses: each schedule on past weeks, each rule on last week’s telemetry.',
    picture: {
      name: 'loops',
      alt: 'Infinite loop detection in the demo organisation: loops by kind, with severity, resource and how long each went on.',
      words: 'Loops found in the demo organisation. Without prices their cost is unknown, and says so.',
    },
    points: [
      {
        title: 'Schedules with a backtest',
        words:
          'What it would have saved, and whom it would have kept waiting, on weeks the schedule was not made from.',
      },
      {
        title: 'Ten kinds of loops',
        words:
          'Recursion, retries, circular calls, leaks, polling, query storms, flapping autoscalers, webhooks, batches that redo their work, and your own pattern.',
      },
      {
        title: 'Volume and shape, in two of three minutes',
        words: 'A busy hour is not a loop. What only looks like one stays suspected.',
      },
      {
        title: 'Rules of your own',
        words: 'Expressions over your metrics, tried on the kept week before they are saved.',
      },
      {
        title: 'Remediation keeps its hands off',
        words: 'Critical resources are left alone, named ones are allowed to loop, and what was done is written down.',
      },
      {
        title: 'Everything by API',
        words:
          'Keys with scopes read and write bills, budgets and telemetry. Managing people, keys and settings stays with people.',
      },
    ],
    how: {
      title: 'From a span to a stop',
      steps: [
        'Traces, metrics and logs arrive by OTLP, or as files.',
        'Each minute is judged half a minute after it is over.',
        'Volume and shape together make a loop; one of the two makes a suspicion.',
        'The likely causes come with a confidence that was calibrated on planted loops.',
        'Somebody investigates, pauses or stops it; after ten quiet minutes it is resolved.',
      ],
    },
    limits: [
      'One process watches an organisation’s telemetry at a time.',
      'Without prices the cost of a loop is unknown, and is shown as unknown.',
    ],
    more: [
      { name: 'Runaway loops', path: '/docs/loops' },
      { name: 'How well it does', path: '/blog/benchmarks' },
    ],
  },
]
