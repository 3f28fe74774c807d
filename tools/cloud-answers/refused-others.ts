/** What Azure, Google Cloud and Kubernetes list and Kept does not read, with the reason. */
const noRule = 'No rule or check reads this resource. Its cost is on the bill.'
const part = 'A setting of another resource, which no rule or check compares.'
const retired = 'A service that Azure has retired.'
const advice = 'Recommendations of the cloud. Kept makes its own, from facts that it shows.'
const free = 'It costs nothing, and no check reads it.'

/** By the type, in lower case. */
export const refusedByAzure: Readonly<Record<string, string>> = {
  'microsoft.advisor/recommendations': advice,
  'microsoft.authorization/locks': part,
  'microsoft.cache/redis/firewallrules': part,
  'microsoft.compute/virtualmachines/extensions': part,
  'microsoft.containerservice/containerservices': retired,
  'microsoft.costmanagement/exports': 'Exports are read from the storage they are written to, by their manifests.',
  'microsoft.costmanagement/query': 'The tenant has one quota for it. Costs are read from exports.',
  'microsoft.dbformysql/flexibleservers/configurations': part,
  'microsoft.dbformysql/servers': retired,
  'microsoft.dbformysql/servers/configurations': retired,
  'microsoft.dbformysql/servers/securityalertpolicies': retired,
  'microsoft.dbforpostgresql/servers': retired,
  'microsoft.dbforpostgresql/servers/configurations': retired,
  'microsoft.dbforpostgresql/servers/databases': retired,
  'microsoft.dbforpostgresql/servers/firewallrules': retired,
  'microsoft.dbforpostgresql/servers/securityalertpolicies': retired,
  'microsoft.hdinsight/clusters': noRule,
  'microsoft.network/networkinterfaces': free,
  'microsoft.network/virtualnetworks': free,
  'microsoft.resources/tags': 'Each resource that is read has its tags.',
  'microsoft.sql/servers': 'The databases on it are read; the server itself costs nothing.',
  'microsoft.sql/servers/auditingsettings': part,
  'microsoft.sql/servers/databases/backuplongtermretentionpolicies': part,
  'microsoft.sql/servers/databases/backupshorttermretentionpolicies': part,
  'microsoft.sql/servers/databases/datamaskingpolicies': part,
  'microsoft.sql/servers/databases/transparentdataencryption': part,
  'microsoft.sql/servers/encryptionprotector': part,
  'microsoft.sql/servers/failovergroups': part,
  'microsoft.sql/servers/firewallrules': part,
  'microsoft.sql/servers/securityalertpolicies': part,
  'microsoft.sql/servers/vulnerabilityassessments': part,
  'microsoft.synapse/workspaces': noRule,
}

/** By what an API lists. */
export const refusedByGoogle: Readonly<Record<string, string>> = {
  Autoscalers: part,
  'BigQuery data sets, jobs and tables': noRule,
  'Billing accounts': 'A bill names its account.',
  'Cloud Run jobs and revisions': 'Services are read; no rule or check reads these.',
  'Folders and organizations': 'Projects are read, wherever they are.',
  Images: noRule,
  'Instance groups': 'Their instances are read.',
  'Log sinks': free,
  Recommendations: advice,
  'Redis clusters': noRule,
  'Services that are enabled': 'A refusal says which API is not enabled.',
  Spanner: noRule,
  'SQL backup runs': 'Part of their instance; no rule or check reads them.',
}

/** By the kind. */
export const refusedByKubernetes: Readonly<Record<string, string>> = {
  ClusterRole: free,
  'Custom resources': 'Only their authors know what they cost. Their pods are read.',
  Namespace: 'Each object that is read names its namespace.',
  Role: free,
  Service: free,
}
