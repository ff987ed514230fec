#include <vector>
using namespace std;
using std::string;
namespace fs = std::filesystem;

namespace town::hall {

class Desk;

/// A hall.
template <typename T, int N = 3>
class Hall final : public House<T>, private Lit {
public:
    explicit Hall(Desk *desk) : House<T>(desk), desk_{desk} { open(desk); }
    virtual ~Hall() = default;
    Hall &operator=(const Hall &other) = delete;
    operator bool() const { return size() > 0; }
    template <class U> void add(U &&u) { rooms_.push_back(std::forward<U>(u)); }
    static int count;
    int size() const noexcept;
    enum class Color : int { Red, Green };
    friend void swap(Hall &a, Hall &b);
    struct Inner { int depth; };

private:
    std::vector<Room> rooms_;
    std::unique_ptr<Desk> desk_, *spare_[N];
};

template <typename T, int N>
int Hall<T, N>::size() const noexcept {
    for (const auto &room : rooms_) room.open();
    for (auto &[name, key] : keys()) key.cut(name);
    auto found = std::make_unique<Desk>(1);
    found->ring().twice();
    Desk local(3), other{4};
    auto later = [this, &local](int n) { return local.find(n) + this->count; };
    later(2);
    if (auto it = find(3); it) it->go();
    try { throw Lost("x"); } catch (const Lost &e) { e.what(); }
    return static_cast<int>(other.items[0]->size<int>()) + new Desk(2) - T::make();
}

using Rooms = std::vector<Room>;
constexpr int LIMIT = limit<3>();
int Hall<int>::count = 0;

} // namespace town::hall

extern "C" { int entry(void); }
bool operator==(const Key &a, const Key &b) { return a.teeth() == b.teeth(); }
template <typename T> concept Lit = requires(T t) { t.light(); };
int town::hall::entry() { return ::abs(-1); }

class HALL_EXPORT Keys {
public:
    explicit Keys(Board *board) REQUIRES_LOCK(board->mu)
        : board_(board) { count(board); }
    void hang(int n) const
        LOCKS_EXCLUDED(mu_) {
        if (n > 0) LOG_LINE(n);
    }
};

TEST_ROOM(KeysTest, HangsKeys) {
    Keys keys(board(), shelf());
    auto *other = new town::Keys(board());
    keys.hang(other->count(2));
}

HALL_EXPORT const Board *board();
class LOCKABLE Lock {
    int held GUARDED_BY(mu_) = 0;
    Lock **all = new Lock *[3];
};
