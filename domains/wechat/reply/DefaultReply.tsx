import { FixedReply } from './FixedReply.tsx'
import { ON_NOTHING } from './reply.entity.ts'

/** 无效词回复: said when nothing else answers. Platform §11.2. */
export default function DefaultReply() {
  return <FixedReply word={ON_NOTHING} asked="（没有匹配的关键字）" />
}
