import { useParams } from 'react-router'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage, type InfoPart } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { hasPermission, mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { Thumb } from '#kit/web/upload/Thumb.tsx'
import { GrowthRecords } from '../level/GrowthRecords.tsx'
import { levelCalls } from '../level/level.calls.ts'
import { PRIVACY_ACTS } from '../privacy/privacyActs.tsx'
import { TagLogs } from '../tag/TagLogs.tsx'
import { tagCalls, userTagCalls } from '../tag/tag.calls.ts'
import { UserTags } from '../tag/UserTags.tsx'
import { Reveal } from './Reveal.tsx'
import { basketRow, moneyRow } from './rows.entity.ts'
import UserMoments from './UserMoments.tsx'
import { UserTop } from './UserTop.tsx'
import { USERS, userPage } from './user.addresses.ts'
import { userCalls } from './user.calls.ts'
import { LIFE_STAGES, LIFE_STATES, USER_STATES } from './user.choices.ts'
import { user } from './user.entity.ts'
import { USER_ACTS } from './userActs.tsx'
import { userAddress, userVisitRecord } from './userParts.entity.ts'

const ACTS = [...USER_ACTS, ...PRIVACY_ACTS]
/** Who may open the page of an account. Orders §7.1. */
const ACCOUNT_READ = 'admin:account:info'
const SECTIONS = [
  {
    title: '资料',
    fields: ['phone', 'realName', 'sex', 'birthday', 'cardId', 'districtId', 'addres', 'country', 'mark'],
  },
  {
    title: '会员',
    fields: [
      ...['level', 'customerLevel', 'paidLevel', 'groupId', 'customerGroupId', 'signNum'],
      ...['isPromoter', 'spreadUid', 'spreadCount', 'consent', 'subscribe'],
    ],
  },
  {
    title: '归属与来源',
    fields: [
      ...['channelId', 'userType', 'inviteCodeId', 'storeId', 'agentId', 'companyId'],
      ...['createTime', 'firstVisitTime', 'lastVisitTime', 'lastLoginTime'],
    ],
  },
]
/** Lines that few users need. */
const IF_ANY = {
  cardId: (row: { cardId: string }) => row.cardId !== '',
  companyId: (row: { companyId: number | null }) => row.companyId !== null,
  inviteCodeId: (row: { inviteCodeId: number | null }) => row.inviteCodeId !== null,
}

/** Lists of a user, each for who may ask its call. */
function listsOf(id: number): InfoPart[] {
  const fixed = { userId: id }
  const part = (key: string, label: string, call: { permission: string }, content: InfoPart['content']) =>
    mayCall(call) ? [{ key, label, content }] : []
  return [
    ...part('moments', '动态', userCalls.timeline, <UserMoments id={id} />),
    ...part(
      'addresses',
      '收货地址',
      userCalls.addresses,
      <ListPage
        of={userAddress}
        calls={{ list: userCalls.addresses }}
        fixed={fixed}
        filters={[]}
        dated=""
        empty="还没有收货地址"
      />,
    ),
    ...part(
      'money',
      '余额变动',
      userCalls.moneys,
      <ListPage
        of={moneyRow}
        calls={{ list: userCalls.moneys }}
        fixed={fixed}
        filters={[]}
        dated=""
        empty="余额还没有变动"
      />,
    ),
    ...part(
      'basket',
      '购物车与收藏',
      userCalls.basket,
      <ListPage
        of={basketRow}
        calls={{ list: userCalls.basket }}
        fixed={fixed}
        filters={[]}
        dated=""
        empty="购物车和收藏都是空的"
      />,
    ),
    ...part(
      'friends',
      '好友关系',
      userCalls.friends,
      <ListPage
        of={user}
        screen="userFriends"
        calls={{ list: userCalls.friends }}
        show={['nickname', 'level', 'createTime', 'payCount', 'netAmount']}
        pages={{ see: (row) => userPage(row.id) }}
        fixed={fixed}
        filters={[]}
        dated=""
        empty="还没有由其推广的好友"
      />,
    ),
    ...part(
      'visits',
      '访问足迹',
      userCalls.visits,
      <ListPage
        of={userVisitRecord}
        calls={{ list: userCalls.visits }}
        show={['createTime', 'visitType', 'seconds', 'userType']}
        fixed={fixed}
        filters={[]}
        dated=""
        empty="还没有访问记录"
      />,
    ),
    ...part('growth', '成长值明细', levelCalls.experience, <GrowthRecords uid={id} />),
    ...part('tagLog', '标签轨迹', tagCalls.logList, <TagLogs of={{ uid: id }} />),
    ...declaredTabs('user', id),
  ]
}

/** 用户详情: everything about one consumer. Members §2.4. */
export default function UserInfo() {
  const { id: given } = useParams()
  const id = Number(given)
  if (!Number.isInteger(id)) return <Empty text="请在用户管理中选择要查看的用户" />
  return (
    <InfoPage
      of={user}
      call={userCalls.info}
      id={id}
      title={(row) => `用户 ${row.nickname}`}
      name={(row) => row.nickname}
      number={(row) => row.userNo}
      picture={(row) => row.avatar !== '' && <Thumb urls={[row.avatar]} label="头像" size={64} />}
      states={(row) => [
        row.lifeStatus === 0
          ? USER_STATES.find((one) => one.value === row.status)
          : LIFE_STATES.find((one) => one.value === row.lifeStatus),
        LIFE_STAGES.find((one) => one.value === row.lifeStage),
        row.isPaidMember === 1 ? { value: 1, label: '付费会员' } : undefined,
        row.isPromoter === 1 ? { value: 1, label: '推广员' } : undefined,
      ]}
      actions={ACTS}
      back={USERS}
      figures={(row) => [
        { label: '净消费', value: row.netAmount },
        { label: '消费次数', value: row.payCount },
        {
          label: '余额',
          value: row.nowMoney,
          ...(hasPermission(ACCOUNT_READ) ? { to: `/user/accountInfo/${row.id}?accountType=1` } : {}),
        },
        {
          label: '最近消费',
          value: row.lastPayTime === null ? NONE : formatTime(row.lastPayTime, browserZone),
        },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      cells={{
        phone: { cell: (row) => <Reveal uid={row.id} field="phone" value={row.phone} /> },
        realName: { cell: (row) => <Reveal uid={row.id} field="realName" value={row.realName} /> },
        cardId: { cell: (row) => <Reveal uid={row.id} field="cardId" value={row.cardId} /> },
        birthday: { cell: (row) => <Reveal uid={row.id} field="birthday" value={row.birthday} /> },
        addres: { cell: (row) => <Reveal uid={row.id} field="addres" value={row.addres} /> },
      }}
      parts={(row) => [
        ...(mayCall(userCalls.top) ? [{ key: 'top', label: '概况', content: <UserTop id={row.id} /> }] : []),
        ...(mayCall(userTagCalls.of)
          ? [{ key: 'tags', label: '标签', content: <UserTags uid={row.id} name={row.nickname} /> }]
          : []),
      ]}
      lists={(row) => listsOf(row.id)}
    />
  )
}
