import { FixedReply } from './FixedReply.tsx'
import { ON_FOLLOW } from './reply.entity.ts'

/** 关注回复. Platform §11.2. */
export default function FollowReply() {
  return <FixedReply word={ON_FOLLOW} asked="（关注了公众号）" />
}
