/** The instance type from any column that has it. Reads `details`, `meter`, `extra` and `tags` of a group of lines. */
import { firstFilled } from './place-sql.ts'

/** "USE1-BoxUsage:m4.large", "InstanceUsage:db.r5.xlarge", "NodeUsage:cache.t3.micro", "ESInstance:m4.large". */
const awsUsageType =
  '(?:Usage|Instance|Node)[A-Za-z-]*:((?:[a-z]+\\\\.)?[a-z][a-z0-9-]*\\\\.(?:[0-9]*x?large|medium|small|micro|nano|metal)(?:-[0-9]+xl)?)'

export const instanceTypeSql = firstFilled(
  "JSONExtractString(details, 'InstanceType')",
  "JSONExtractString(details, 'x_InstanceType')",
  "extra['x_InstanceType']",
  "extra['x_product_instance_type']",
  "extra['x_product/instanceType']",
  `extract(meter, '${awsUsageType}')`,
  // Azure: "Standard_D2_v2", never a storage redundancy such as "Standard_LRS".
  "extract(concat(details, ' ', extra['x_SkuDetails'], ' ', extra['x_AdditionalInfo']), 'Standard_[A-Z]+[0-9]+[0-9A-Za-z_-]*')",
  // Google: a label of the machine.
  "tags['compute.googleapis.com/machine_spec']",
  `extract(extra['x_system_labels'], 'machine_spec[^a-z]+(?:value[^a-z]+)?([a-z][a-z0-9]*-[a-z0-9-]+)')`,
)
