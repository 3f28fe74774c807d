/**
 * Whether an activity is a program's: by the account it ran under, or by what called itself in the user agent. Monitors,
 * bots and pipelines keep every forgotten machine busy. Names are checked as they are read, before they become
 * pseudonyms.
 */

import { countsAsUse, type UsageEvent } from '@kept/domain/usage-event.ts'

/** Words that no person's account has in its name. */
const programWords = new Set([
  ...['bot', 'robot', 'svc', 'daemon', 'cron', 'crond', 'cronjob', 'scheduler', 'automation', 'automated', 'noreply'],
  ...[
    'monitor',
    'monitoring',
    'uptime',
    'probe',
    'prober',
    'healthcheck',
    'watchdog',
    'exporter',
    'scanner',
    'crawler',
  ],
  ...['runner', 'pipeline', 'pipelines', 'deployer', 'provisioner', 'orchestrator', 'controller', 'operator', 'token'],
  ...['jenkins', 'ansible', 'terraform', 'atlantis', 'argocd', 'argo', 'fluxcd', 'spinnaker', 'saltstack', 'rundeck'],
  ...[
    'prometheus',
    'nagios',
    'zabbix',
    'icinga',
    'datadog',
    'newrelic',
    'dynatrace',
    'uptimerobot',
    'pingdom',
    'sensu',
  ],
  ...['statuscake', 'nessus', 'qualys', 'tenable', 'rapid7', 'openvas', 'wiz', 'dependabot', 'renovate', 'renovatebot'],
  ...[
    'snyk',
    'greenkeeper',
    'imgbot',
    'mergify',
    'buildkite',
    'circleci',
    'travis',
    'teamcity',
    'concourse',
    'airflow',
  ],
  ...['gserviceaccount', 'serviceaccount', 'logrotate', 'crowdstrike', 'veeam', 'rsnapshot', 'selenium', 'playwright'],
])
/** Words that say so only when nothing else is in the name: "ci-deploy" is an account, "ci.wang" a person. */
const weakWords = new Set([
  ...['ci', 'cd', 'deploy', 'deployment', 'build', 'builder', 'builds', 'test', 'tests', 'qa', 'service', 'account'],
  ...['agent', 'job', 'jobs', 'nightly', 'backup', 'backups', 'system', 'sys', 'api', 'key', 'app', 'github', 'gitlab'],
  ...['actions', 'action', 'git', 'puppet', 'chef', 'salt', 'drone', 'flux', 'bamboo', 'codebuild', 'codedeploy'],
  ...['sync', 'syncer', 'worker', 'integration', 'e2e', 'smoke', 'load', 'etl', 'data', 'dev', 'staging', 'prod'],
])
/** Words that are not enough even together: machines and teams have such names. */
const placeWords = new Set([
  'dev',
  'staging',
  'prod',
  'data',
  'app',
  'api',
  'qa',
  'git',
  'test',
  'load',
  'key',
  'account',
])

const programAgents =
  /\b(?:[a-z]*bot|crawler|spider)\b|robot|monitor|uptime|pingdom|statuscake|site24x7|datadog|newrelic|prometheus|blackbox|kube-probe|healthcheck|googlehc|nagios|zabbix|^curl|^wget|python-requests|python-urllib|aiohttp|httpx|go-http-client|okhttp|axios|node-fetch|undici|^java\/|apache-httpclient|libwww|guzzlehttp|nessus|qualys|nikto|zgrab|masscan|nuclei|jmeter|k6\/|locust|gatling|postmanruntime.*newman|terraform|hashicorp|ansible|jenkins|exec-env\/|codebuild|argocd|fluxcd|pulumi\/|cloudformation/i
/** A library without the command line that people type into. */
const bareLibrary = /^(?:boto3|botocore|aws-sdk-)/i

const ciWords =
  /^(?:jenkins|gitlab-runner|gitlab-ci|github-actions(?:\[bot\])?|buildkite(?:-agent)?|circleci|teamcity|travis|drone|bamboo)$/i

/** What a build server runs for a person's push is that person's work, whatever account it runs under. */
export function isBuildServer(name: string): boolean {
  return ciWords.test(name.trim())
}

/** "svc-monitor", "renovate[bot]", "deploy@project.iam.gserviceaccount.com"; not "ana.cruz" or "ubuntu". */
export function isProgramName(name: string): boolean {
  const [account = '', domain = ''] = name.trim().toLowerCase().split('@')
  if (/\[bot\]$|\$$/.test(account) || /gserviceaccount\.com$|^system:/.test(domain || account)) return true
  const parts = account.split(/[^a-z0-9]+/).filter((word) => word !== '' && !/^\d+$/.test(word))
  if (parts.some((word) => programWords.has(word) || /^(?:svc|bot)\d*$/.test(word))) return true
  return parts.length > 0 && parts.every((word) => weakWords.has(word)) && parts.some((word) => !placeWords.has(word))
}

/** Libraries, probes and tools; not browsers, editors and command lines. */
export function isProgramAgent(userAgent: string): boolean {
  return programAgents.test(userAgent) || bareLibrary.test(userAgent)
}

const maxKnown = 5000

/** Marks what programs did as automation, which is no use; remembers names, since files repeat the same few. */
export function automationMarker(): (event: UsageEvent, userAgent: string) => UsageEvent {
  const [names, agents] = [new Map<string, boolean>(), new Map<string, boolean>()]
  const remembered = (answers: Map<string, boolean>, text: string, ask: (text: string) => boolean): boolean => {
    if (text === '') return false
    const existing = answers.get(text)
    if (existing !== undefined) return existing
    const is = ask(text)
    if (answers.size < maxKnown) answers.set(text, is)
    return is
  }
  return (event, userAgent) => {
    if (!countsAsUse(event.activity_type)) return event
    const isProgram =
      remembered(agents, userAgent, isProgramAgent) ||
      remembered(names, event.user_id ?? '', isProgramName) ||
      remembered(names, event.user_name ?? '', isProgramName) ||
      remembered(names, event.user_email ?? '', isProgramName)
    return isProgram ? { ...event, activity_type: 'automation' } : event
  }
}
