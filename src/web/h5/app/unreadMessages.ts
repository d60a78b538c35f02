/** Messages about unread messages outside of the conversation. */
export const unreadMessages = {
  count: (count: number) => `${count}条未读消息`,
} as const;
