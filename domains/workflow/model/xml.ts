export { readXml } from './xmlRead.ts'
export { writeXml } from './xmlWrite.ts'
